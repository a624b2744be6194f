"""Ice Flow, by Dean Conrad and John Streets: lead three explorers over drifting ice from Alaska to Siberia."""
