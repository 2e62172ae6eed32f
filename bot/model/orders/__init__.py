"""Orders that stand: what the bot plays for somebody when their turn comes.

- `standing_order.StandingOrder`, `proxy_bid.ProxyBid`: what is stored.
- `auto_pass.wanted_pass`, `auto_buy.wanted_purchase`, `auto_bid.wanted_bid`, `auto_end.wanted_pass`, `auto_play.wanted_move`: the
  action that each asks for now.
"""
