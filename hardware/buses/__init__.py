"""The buses that parts hang on: I2C, SPI and serial links."""
