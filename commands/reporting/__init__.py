"""The reports, one file each: from facts to a page that people read, and work in."""
