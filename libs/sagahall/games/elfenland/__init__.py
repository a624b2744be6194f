"""Elfenland, by Alan R. Moon: travel the land of the elves and visit as many of its towns as you can."""
