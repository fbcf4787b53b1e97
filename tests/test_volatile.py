"""Folders that a restart empties: in memory, or on an overlay over a read-only card."""

from pathlib import Path

from companion.volatile import COMMAND_LINE, MOUNTS, is_volatile
from tests.rig.cases import cases

CARD = "25 1 179:2 / / rw,noatime shared:1 - ext4 /dev/mmcblk0p2 rw\n"
OVER = (
    "25 1 0:30 / / rw,noatime shared:1 - overlay overlayroot"
    " rw,lowerdir=/media/root-ro,upperdir=/media/root-rw/overlay,workdir=/media/root-rw/work\n"
)
UPPER = "30 25 0:31 / /media/root-rw rw - tmpfs tmpfs-root rw\n"
OLD = (
    "25 1 0:30 / / rw - overlay overlay rw,lowerdir=/lower,upperdir=/upper/data,workdir=/upper/w\n"
)
CONTAINER = (
    "25 1 0:30 / / rw - overlay overlay rw,lowerdir=/var/a:/var/b,upperdir=/var/lib/c,workdir=/w\n"
)
MEMORY = "40 25 0:40 / /var/lib rw shared:7 master:1 - tmpfs tmpfs rw,size=64m\n"
STICK = "41 25 8:1 / /var/lib/my\\040games rw - ext4 /dev/sda1 rw\n"


@cases(
    "mounts, command_line, volatile",
    {
        "a card": (CARD, "root=/dev/mmcblk0p2 rootwait", False),
        "nothing known": ("", None, False),
        "nonsense": ("nonsense\n\n1 2 3 - \n", None, False),
        "an overlay whose changes are in memory": (OVER + UPPER, "rootwait", True),
        "Bookworm's and Trixie's": (OVER, "overlayroot=tmpfs rootwait", True),
        "with options": (OVER, "overlayroot=tmpfs:recurse=0 quiet", True),
        "the one before": (OLD, "boot=overlay rootwait", True),
        "a container": (CONTAINER, "quiet", False),
        "memory": (CARD + MEMORY, "quiet", True),
        "a stick in memory": (MEMORY + CARD + STICK, "quiet", False),
        "a stick on an overlay": (OVER + UPPER + STICK, "overlayroot=tmpfs", False),
        "mounted over": (STICK + STICK.replace("ext4", "tmpfs"), "", True),
    },
)
def test_a_folder_is_volatile_where_its_mount_is(mounts, command_line, volatile):
    folder = Path("/var/lib/my games/hanabi-companion")
    texts = {MOUNTS: mounts, COMMAND_LINE: command_line}
    assert is_volatile(folder, texts.get) == volatile


def test_nothing_is_known_where_nothing_can_be_read(tmp_path):
    assert not is_volatile(tmp_path, {}.get)
