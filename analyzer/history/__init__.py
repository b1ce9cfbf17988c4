"""A first-parent history to what each of its commits changed: every unit read once ever, nothing checked out."""
