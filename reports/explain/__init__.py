"""The shelf of forms in which a site is explained."""
