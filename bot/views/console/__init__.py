"""The private console, in which an action is put together: its state, its questions, the preview and what it asks about first."""
