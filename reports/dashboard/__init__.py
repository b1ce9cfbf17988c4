"""The dashboard: one page that needs nothing but itself."""
