"""Source to inventory: reading → extracting → linking → finding → judging."""
