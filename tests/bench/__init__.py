"""`make bench`: what the companion costs, beside the parts that it is made of, measured in the same
run.
"""
