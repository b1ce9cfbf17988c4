"""What runs beside the target's own dependencies, in a process of the target's own interpreter: the standard library only, each file by itself."""
