"""Values become what people read: the only way out for anything a game knows."""
