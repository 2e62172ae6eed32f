"""Orders that stand: what the bot plays for somebody when their turn comes.

- `standing_order.StandingOrder`, `proxy_bid.ProxyBid`: what is stored.
- `auto_pass.wanted`, `auto_buy.wanted`, `auto_bid.wanted`, `auto_end.wanted`, `auto_play.wanted`: the
  action that each asks for now.
"""
