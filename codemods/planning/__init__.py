"""From sites to plans: what moves where, and what is refused."""
