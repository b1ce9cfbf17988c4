"""What a migration comes to for who reviews it: its pull requests, what each says of which model, and how large it is."""
