"""The shelf of promises: one file is one that a registry must keep."""
