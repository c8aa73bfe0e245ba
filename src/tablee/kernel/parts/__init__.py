"""Small pieces that several games share."""
