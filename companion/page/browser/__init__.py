"""The companion in a browser: the same program, with a page in place of the device."""
