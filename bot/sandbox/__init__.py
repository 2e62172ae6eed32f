"""The bot in a simulated Discord, with a page in the browser.

- `server.main`: `trunkline sandbox`; `simulation.Sandbox`: the simulation with the bot in it.
- `room_index.Index`: the page with the list of tables.
- `demo_loader.DemoLoader`: the tables that it shows.
- `exclusive_access.Simulation`, `exclusive_access.Person`: SimCord's world, in which one moves at a time.
- `preview_patches`, `simcord_patches`: what is changed of SimCord, and why; of its page in `page_patches`, `page_commands`,
  `page_waiting`, `page_loading`, `page_style`.
"""
