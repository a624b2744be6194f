"""What Elfenland and Elfenroads share: the board, the transport chart, travelling and the map's picture."""
