"""Makes the site: `make site`."""
