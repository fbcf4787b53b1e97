"""`make install`: what it refuses before anything is changed, and what it has apt and setup do."""

import pytest

from systemd.making import install
from systemd.making.roots import NoRoot


@pytest.fixture
def computer(monkeypatch, tmp_path):
    """A computer on which commands are only noted, and do what `computer.status` says."""

    class Computer:
        def __init__(self):
            self.asked = []
            self.status = {}
            self.package = tmp_path / "hanabi-companion_1.0+7_all.deb"

        def run(self, *words):
            self.asked.append(" ".join(words))
            return self.status.get(" ".join(words[:2]), 0)

    made = Computer()
    monkeypatch.setattr(install, "_exit_status", made.run)
    monkeypatch.setattr(install, "_run_quietly", made.run)
    monkeypatch.setattr(install, "why_not", lambda: "")
    monkeypatch.setattr(install, "build_package", lambda *words, **options: made.package)
    return made


@pytest.mark.parametrize(("build", "words"), [("", ""), ("bonnet", " bonnet")])
def test_apt_installs_what_was_built_and_setup_sets_the_build(computer, monkeypatch, build, words):
    monkeypatch.setenv("BUILD", build)
    assert install.main() == 0
    *_, apt, setup = computer.asked
    assert apt.startswith("apt-get install ")
    assert apt.endswith(str(computer.package))
    assert setup == f"companion setup{words}"


def test_where_apt_fails_nothing_is_set_up(computer, monkeypatch):
    monkeypatch.setenv("BUILD", "")
    computer.status["apt-get install"] = 100
    assert install.main() == 100
    assert not any("setup" in words for words in computer.asked)


def test_a_system_that_lacks_the_packages_is_one_sentence_and_builds_nothing(
    computer, monkeypatch, capsys
):
    monkeypatch.setenv("BUILD", "")
    monkeypatch.setattr(
        install, "build_package", lambda *words, **options: pytest.fail("it was built")
    )
    computer.status["apt-get satisfy"] = 100
    assert install.main() == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("make install: apt lacks packages that the companion needs; ")
    assert line.endswith("make run")


@pytest.mark.parametrize("build", ["bonet", "/nowhere/mine.toml"])
def test_a_wrong_build_is_one_sentence_and_changes_nothing(computer, monkeypatch, capsys, build):
    monkeypatch.setenv("BUILD", build)
    assert install.main() == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("make install: ")
    assert build in line
    assert computer.asked == []


def test_without_root_it_says_what_to_do(computer, monkeypatch, capsys):
    monkeypatch.setenv("BUILD", "bonnet")
    monkeypatch.setattr(install, "why_not", lambda: "only root can; run it with sudo")
    assert install.main() == 1
    assert capsys.readouterr().err == "make install: only root can; run it with sudo\n"
    with pytest.raises(NoRoot):
        install._install_checkout("")
    assert computer.asked == []
