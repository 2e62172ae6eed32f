"""The database: schema, repositories, outbox; the only package that speaks SQL."""
