"""Many repositories to one inventory, or one history: each in a process of its own, and one that fails costs only itself."""
