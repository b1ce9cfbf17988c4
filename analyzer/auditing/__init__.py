"""What is already wrong: findings NB401 and up, each with a witness."""
