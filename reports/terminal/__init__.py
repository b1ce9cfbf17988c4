"""The parts of the terminal table: each takes numbers and a view, and gives something rich can print."""
