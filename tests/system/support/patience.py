"""How long a test waits for what has to come, however slow the machine is.

This is a limit and no budget: what must not take long is counted, or measured as work of the
processor. A longer wait never fails a test that would pass.
"""

PATIENCE_S = 180
# Less than the runner gives a test (HANGS_AFTER_S): the test's own words are told.
TEST_S_MAX = 1_100
