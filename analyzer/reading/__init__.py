"""TARGET to bytes: folders, git revisions and archives; the only room that reads targets."""
