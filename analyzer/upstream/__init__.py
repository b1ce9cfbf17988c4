"""What releases of the libraries that a target stands on hold: names, classes, tables; read, never imported."""
