"""Care for the database, and what is looked at before an upgrade or when something is wrong."""
