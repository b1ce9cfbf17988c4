"""Which names make a test true: an exact decision over its formula and the known names."""
