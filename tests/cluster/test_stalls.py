"""A COMMIT on a disk that stalls while the standby is away: no one sees it before that has it."""

from disk import log_on_a_disk
from faults import nodes_of, stall_disk


async def stalled(machines, pair, **options):
    """A round with two nodes, of which one is asked and the other one shows."""
    with log_on_a_disk(pair.primary) as disk:
        pair.until_followed()
        async with nodes_of(machines, pair.new_database()) as nodes:
            return await stall_disk(nodes, pair, disk, **options)


async def test_a_commit_that_a_stalled_disk_keeps_is_not_shown(spare_machines, pair):
    before, shown, log, told = await stalled(spare_machines, pair)

    assert told.status == 503, told
    assert shown == before == log


async def test_a_commit_that_is_ended_meanwhile_is_shown_and_lost(spare_machines, pair):
    """The control: this is what must not be done to it."""
    before, shown, log, _ = await stalled(spare_machines, pair, are_ended=True)

    assert len(shown) == len(before) + 1
    assert log == before
