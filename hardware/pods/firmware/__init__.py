"""The firmware of a pod: it runs on the pod's board under MicroPython, and protocol and lights here too."""
