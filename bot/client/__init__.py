"""The discord.py side: client, interactions, components, the sender of the outbox.

- `client.Bot`: the client; receives interactions and hands them to what is registered.
- `registry.Registry`: slash commands, and buttons and forms by the kind of their id.
- `interaction.InteractionContext`: who asks from where, and the answer
  to that; `interaction.handle`: every error becomes one sentence.
- `services.Services`: what a command works with.
- `lookup.find_table`: which table and which seat is meant.
- `components.post_layout`: messages as discord.py's components.
- `outbox_sender.OutboxSender`: sends what waits in the outbox, each post once; `delivery_failures.DeliveryFailures`: what
  becomes of one that Discord does not take; `following_pictures.FollowingPictures`: those that panels get by an edit.
- `monitoring.serve_monitoring`: health and metrics over HTTP.
"""
