"""The dashboard of a fleet: its repositories beside each other on one page."""
