"""`make try` serves what it made."""

import re
import signal
import socket
import subprocess
import sys
import urllib.request

from systemd.making.browser.__main__ import ROOT, main
from tests.rig.waiting import until

SERVE = """
import signal
import sys
from pathlib import Path
from systemd.making.browser.__main__ import _serve_folder
signal.signal(signal.SIGINT, signal.default_int_handler)  # who starts the tests may ignore it
_serve_folder(Path(sys.argv[1]), int(sys.argv[2]))
"""


def test_the_folder_is_served_at_the_address_that_is_printed_until_ctrl_c(tmp_path):
    (tmp_path / "index.html").write_text("the table")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        command = [sys.executable, "-c", SERVE, str(tmp_path), port]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
            try:
                assert process.stdout is not None
                (url,) = re.findall(r"http://localhost:\d+", process.stdout.readline())
                assert port not in url
                with urllib.request.urlopen(url, timeout=5) as answer:
                    assert answer.read() == b"the table"
                process.send_signal(signal.SIGINT)
                until(lambda: process.poll() is not None)
                assert process.returncode == 0
            finally:
                process.kill()


def test_other_words_are_refused(capsys):
    assert main(["--fodler"]) == 2
    assert "ARGS=--folder" in capsys.readouterr().err
