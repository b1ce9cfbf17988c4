"""Facts of all units to one program: what each name, constant, flag and predicate means."""
