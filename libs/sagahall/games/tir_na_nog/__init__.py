"""Tír na nÓg, by Isaac Shalev and Jason Slingerland: meet the creatures of the Otherworld and tell a saga of them."""
