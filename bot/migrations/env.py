"""Run by Alembic, always on a connection that is in a transaction already: all of an upgrade, or nothing."""

from alembic import context

from bot.storage.schema import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, transactional_ddl=True, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
