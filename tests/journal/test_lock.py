"""The lock on a folder of games."""

from companion.journal.lock import Lock


def test_a_folder_that_is_not_there_is_made(tmp_path):
    lock = Lock(tmp_path / "new" / "folder")
    lock.take()
    assert (tmp_path / "new" / "folder").is_dir()
    lock.release()


def test_a_folder_that_cannot_be_made_needs_no_lock(tmp_path):
    (tmp_path / "file").write_text("")
    lock = Lock(tmp_path / "file" / "folder")
    lock.take()
    lock.release()
