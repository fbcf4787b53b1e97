"""Installing, upgrading, uninstalling: what is kept, what is refused, and in which words."""

import os
import shutil
import subprocess
import sys

import pytest

from companion import settings
from tests.rig.shell import SYSTEMD, Shell, sentence, slot

OURS = 'panel = "bonnet"\nlanguage = "fr"  # mine\nstate_dir = "/srv/games"\n'


@pytest.fixture
def shell(tmp_path):
    return Shell(tmp_path, "install.sh")


@pytest.fixture
def remover(tmp_path):
    shell = Shell(tmp_path, "uninstall.sh")
    for name in ("systemctl", "userdel", "groupdel", "chown"):
        shell.command(name)
    shell.command("getent", "exit 2")
    return shell


def written(shell, text=None):
    file = shell.root / "etc/hanabi-companion/companion.toml"
    if text is not None:
        file.parent.mkdir(parents=True)
        file.write_text(text)
    return file


def planned(shell, code="place_settings", **environ):
    """What a script does once it has read settings and build."""
    return shell.run(f"plan; {code}", PYTHON=sys.executable, **environ)


def boot(shell, text):
    file = shell.root / "boot/firmware/companion.toml"
    file.parent.mkdir(parents=True)
    file.write_text(text)
    return file


@pytest.mark.skipif(not shutil.which("shellcheck"), reason="shellcheck is not here")
def test_the_scripts_have_no_known_mistakes():
    words = ["shellcheck", "--external-sources", "--source-path", SYSTEMD.parent]
    done = subprocess.run(
        [*words, *SYSTEMD.glob("*.sh")], capture_output=True, text=True, check=False
    )
    assert done.stdout == ""


@pytest.mark.parametrize(
    ("script", "given", "advice"),
    [
        ("install.sh", {}, "sudo make install"),
        ("install.sh", {"BUILD": "bonnet", "PYTHON": "python3"}, "sudo make install BUILD=bonnet"),
        ("install.sh", {"BUILD": "my own.toml"}, r"sudo make install BUILD=my\ own.toml"),
        (
            "install.sh",
            {
                "BUILD": "bonnet",
                "PYTHON": "python3.12",
                "PIP_NO_INDEX": "1",
                "PIP_FIND_LINKS": "/w",
            },
            "sudo make install BUILD=bonnet PIP_NO_INDEX=1 PIP_FIND_LINKS=/w PYTHON=python3.12",
        ),
        (
            "uninstall.sh",
            {"GAMES": "delete", "PIP_NO_INDEX": "1"},
            "sudo make uninstall GAMES=delete",
        ),
    ],
)
def test_only_root_may_and_is_told_to_do_the_same(tmp_path, script, given, advice):
    shell = Shell(tmp_path, script)
    shell.command("id", "echo 1000")
    assert sentence(shell.script(**given)).endswith(f"; run: {advice}\n")
    assert list(shell.root.iterdir()) == []


@pytest.mark.parametrize("name", ["install", "uninstall"])
@pytest.mark.parametrize("status", ["installed", "half-configured", "unpacked"])
def test_where_the_package_is_installed_apt_is_asked(tmp_path, name, status):
    shell = Shell(tmp_path, f"{name}.sh")
    shell.command("id", "echo 0")
    shell.command("dpkg-query", f"echo {status}")
    assert "sudo apt remove hanabi-companion" in sentence(shell.script())
    assert list(shell.root.iterdir()) == []


@pytest.mark.parametrize("status", ["echo config-files", "echo not-installed", "exit 1"])
def test_a_package_that_is_removed_is_in_nobodys_way(shell, status):
    shell.command("dpkg-query", status)
    assert shell.run("need_no_package 'do something'").returncode == 0


@pytest.mark.parametrize(
    ("build", "gist"),
    [
        ("tabel", "there is no build tabel; take one of bonnet deluxe"),
        ("../wiring/table", "there is no build ../wiring/table"),
        ("/nowhere/mine.toml", "there is no file /nowhere/mine.toml"),
    ],
)
def test_a_build_that_does_not_exist_is_refused_before_anything_is_changed(shell, build, gist):
    assert gist in sentence(shell.run("need_build", BUILD=build))


def test_a_file_that_no_setting_can_name_is_refused(shell, tmp_path):
    file = tmp_path / 'my "own".toml'
    file.touch()
    assert "rename it" in sentence(shell.run("need_build", BUILD=str(file)))


@pytest.mark.parametrize("build", ["", "bonnet", "deluxe"])
def test_a_build_that_exists_is_taken(shell, build):
    assert shell.run("need_build", BUILD=build).returncode == 0


def test_an_old_python_is_refused(shell):
    shell.command("old", 'case $1 in --version) echo "Python 3.9.2" ;; *) exit 1 ;; esac')
    told = sentence(shell.run("need_python", PYTHON="old", BUILD="bonnet"))
    assert "sudo make install BUILD=bonnet PYTHON=..." in told


def test_the_settings_are_what_the_service_has(shell, monkeypatch):
    planned(shell, BUILD="deluxe")
    monkeypatch.setenv("COMPANION_CONFIG", str(written(shell)))
    chosen = settings.load()
    assert (chosen.panel, str(chosen.state_dir)) == ("deluxe", "/var/lib/hanabi-companion")
    assert str(chosen.socket) == "/run/hanabi-companion/hanabi-companion.sock"


def test_without_a_build_it_is_the_table(shell):
    planned(shell)
    assert 'panel = "table"' in written(shell).read_text()


def test_what_the_owner_wrote_stays(shell):
    file = written(shell, OURS)
    done = planned(shell, "place_settings; echo $PANEL $BUILD_NAME")
    assert (file.read_text(), done.stdout) == (OURS, "bonnet bonnet\n")


def test_a_build_that_is_named_is_the_only_thing_that_changes(shell):
    file = written(shell, OURS)
    planned(shell, BUILD="table")
    assert file.read_text() == OURS.replace("bonnet", "table")
    assert [path.name for path in file.parent.iterdir()] == [file.name]


def test_a_build_of_ones_own_is_copied_to_where_the_service_sees_it(shell, tmp_path):
    mine = own_build(tmp_path / "mine.toml")
    planned(shell, BUILD=str(mine))
    assert (written(shell).parent / "builds/mine.toml").read_text() == mine.read_text()
    assert 'panel = "/etc/hanabi-companion/builds/mine.toml"' in written(shell).read_text()


def own_build(file, about="mine"):
    file.write_text(
        f'about = "{about}"\nboard = "mock"\n[buttons]\nclue.pin = 5\ndiscard.pin = 6\nplay.pin ='
        " 13\n"
    )
    return file


def test_a_build_that_is_called_as_the_settings_does_not_take_their_place(shell, tmp_path):
    file = written(shell, OURS)
    mine = own_build(tmp_path / "companion.toml")
    planned(shell, BUILD=str(mine))
    assert file.read_text() == OURS.replace("bonnet", "/etc/hanabi-companion/builds/companion.toml")
    assert (file.parent / "builds/companion.toml").read_text() == mine.read_text()


def test_what_was_looked_at_is_what_is_installed(shell, tmp_path):
    mine = own_build(tmp_path / "mine.toml")
    planned(shell, f'echo junk >"{mine}"; place_settings', BUILD=str(mine))
    assert 'about = "mine"' in (written(shell, None).parent / "builds/mine.toml").read_text()


def test_a_build_that_the_service_sees_already_stays_where_it_is(shell):
    file = written(shell, OURS)
    mine = own_build(file.with_name("mine.toml"))
    planned(shell, BUILD=str(mine))
    assert file.read_text() == OURS.replace("bonnet", str(mine))
    assert {path.name for path in file.parent.iterdir()} == {file.name, mine.name}
    # An installation whose settings name it goes on with it.
    assert planned(shell, "echo $BUILD_NAME $PANEL").stdout == f"mine {mine}\n"


@pytest.mark.parametrize("before", [True, False])
def test_settings_and_build_come_back_where_an_installation_fails(shell, tmp_path, before):
    folder = shell.root / "etc/hanabi-companion"
    if before:
        written(shell, OURS)
        (folder / "builds").mkdir()
        own_build(folder / "builds/mine.toml", about="before")
    mine = own_build(tmp_path / "mine.toml")
    done = planned(shell, "trap clean_up EXIT; place_settings; false", BUILD=str(mine))
    assert "copied" in done.stdout
    assert (folder / "companion.toml").exists() == before
    if before:
        assert (folder / "companion.toml").read_text() == OURS
        assert "before" in (folder / "builds/mine.toml").read_text()


def test_mistakes_in_a_build_are_one_sentence_before_anything_is_changed(shell, tmp_path):
    mine = tmp_path / "mine.toml"
    mine.write_text('board = "raspberry-pie"\nnosuch = 1\n')
    told = sentence(planned(shell, BUILD=str(mine)))
    assert f"{mine}: board" in told
    assert "raspberry-pie" in told
    assert f"; {mine}: nosuch" in told
    assert list(shell.root.iterdir()) == []


def test_mistakes_in_the_settings_are_one_sentence(shell):
    file = written(shell, 'panl = "bonnet"\n')
    assert f"{file}: panl: there is no such setting; did you mean 'panel'?" in sentence(
        planned(shell)
    )


def test_a_build_on_the_boot_partition_counts_for_pins_and_buses(shell):
    file = boot(shell, 'panel = "oled-hat"\n')
    done = planned(shell, 'switch_on; echo "$BUILD_KIND $PANEL"', BUILD="emulator")
    told, switched, kinds = done.stdout.splitlines()
    assert f"{file} names the build oled-hat, which counts" in told
    assert "/dev/spidev0.0 is missing" in switched
    assert kinds == "real emulator"


@pytest.mark.parametrize("text", ["panel = 3\n", 'panel = "nosuch"\n', 'language = "fr"\n'])
def test_a_boot_partition_that_names_no_build_counts_for_none(shell, text):
    boot(shell, text)
    assert planned(shell, "echo $BUILD_NAME", BUILD="emulator").stdout == "emulator\n"


def test_planning_leaves_nothing_behind_in_the_checkout(shell, tmp_path):
    checkout = tmp_path / "checkout"
    for name in ("companion", "wiring", "hardware", "systemd"):
        shutil.copytree(
            SYSTEMD.parent / name, checkout / name, ignore=shutil.ignore_patterns("__pycache__")
        )
    before = sorted(checkout.rglob("*"))
    assert planned(shell, f'SOURCE="{checkout}"; plan; echo $BUILD_NAME').stdout == "table\n"
    assert sorted(checkout.rglob("*")) == before


def test_a_stub_is_not_taken_for_lgpio(shell, tmp_path):
    stub = tmp_path / "stub"
    stub.mkdir()
    # As the real interpreter, but for a module of that name; -I would keep it out.
    shell.command("stubbed", f'shift; PYTHONPATH="{stub}" exec "{sys.executable}" "$@"')
    (stub / "lgpio.py").write_text("")
    assert shell.run("is_lgpio stubbed").returncode == 1
    (stub / "lgpio.py").write_text("def gpiochip_open(number): ...")
    assert shell.run("is_lgpio stubbed").returncode == 0


def test_only_the_bindings_of_libgpiod_2_count(shell, tmp_path):
    stub = tmp_path / "stub"
    stub.mkdir()
    shell.command("stubbed", f'shift; PYTHONPATH="{stub}" exec "{sys.executable}" "$@"')
    for version, status in (("1.6.3", 1), ("2.2.4", 0), ("", 1)):
        (stub / "gpiod.py").write_text(f"__version__ = {version!r}")
        assert shell.run("is_gpiod stubbed").returncode == status
        shutil.rmtree(stub / "__pycache__", ignore_errors=True)


@pytest.mark.parametrize(
    ("told", "package"),
    [("Version: 2.2.1-2+deb13u1", "python3-libgpiod"), ("Version: 1.6.3-1", "python3-lgpio")],
)
def test_apt_gives_what_drives_the_pins_of_this_debian(shell, told, package):
    shell.command("apt-cache", f'echo "Package: python3-libgpiod"; echo "{told}"')
    shell.command("apt-get", f'echo "$*" >>"{shell.scratch}/asked"')
    shell.command("a-python", 'case "$*" in *gpio*) exit 1 ;; esac; exit 0')
    shell.run("get_packages", PYTHON=str(shell.commands / "a-python"))
    assert package in (shell.scratch / "asked").read_text()


def pip(shell, script):
    """An environment whose pip does this; gives its folder."""
    python = shell.root / "opt/hanabi-companion.a/bin/python"
    python.parent.mkdir(parents=True)
    python.write_text(f"#!/bin/bash\n{script}\n")
    python.chmod(0o755)
    return python.parent.parent


@pytest.mark.parametrize(("kind", "status"), [("real", 1), ("emulated", 0)])
def test_without_lgpio_only_an_emulated_build_is_installed(shell, kind, status):
    environment = pip(shell, "exit 1")
    done = shell.run(f'BUILD_KIND={kind} BUILD_NAME=mine; get_pins "{environment}"')
    assert done.returncode == status
    assert "lgpio" in (sentence(done) if status else done.stdout)


def test_what_may_be_missing_is_looked_for_before_all_the_rest(shell):
    environment = shell.root / "opt/hanabi-companion.a"
    asked = shell.scratch / "asked"
    shell.command(
        "a-python", f'mkdir -p "{environment}/bin"; cp "$0.env" "{environment}/bin/python"; exit 0'
    )
    shell.command(
        "a-python.env", f'echo "$*" >>"{asked}"; case "$*" in *segno*) exit 0 ;; esac; exit 1'
    )
    code = f'is_lgpio() {{ false; }}; BUILD_KIND=real; make_environment "{environment}"'
    assert "lgpio" in sentence(shell.run(code, PYTHON=str(shell.commands / "a-python")))
    seen = asked.read_text().splitlines()
    assert [word for line in seen for word in ("segno", "lgpio") if word in line] == [
        "segno",
        "lgpio",
    ]


UNREACHED = (
    "WARNING: Retrying (Retry(total=0)) after connection broken by 'NewConnectionError(<X>: Failed"
    " to establish a new connection: [Errno -3] Temporary failure in name resolution)':"
    " /simple/segno/\nERROR: Could not find a version that satisfies the requirement segno>=1.5"
    " (from versions: none)\nERROR: No matching distribution found for segno>=1.5\n"
)
FULL = "ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device\n"


@pytest.mark.parametrize(
    ("log", "gist", "others"),
    [
        (UNREACHED, "needs: Temporary failure in name resolution; connect a network", "disk"),
        (
            UNREACHED.split("\n", 1)[1],
            "needs: No matching distribution found for segno>=1.5; connect",
            "disk",
        ),
        (FULL, "the disk is full: ", "network"),
    ],
)
def test_what_pip_cannot_do_is_told_by_its_reason(shell, log, gist, others):
    environment = pip(shell, f"cat <<'LOG'\n{log}LOG\nexit 1")
    told = sentence(shell.run(f'need_packages "{environment}"', BUILD="bonnet"))
    assert gist in told
    assert others not in told
    if others == "disk":
        assert "sudo make install BUILD=bonnet PIP_NO_INDEX=1 PIP_FIND_LINKS=FOLDER" in told


def test_a_disk_with_too_little_room_is_told_before_anything_is_changed(shell):
    shell.command("df", "echo head; echo 'disk 900 800 20 97% /'")
    told = sentence(shell.run("need_room"))
    assert f"20 MB are free in {shell.root}/opt" in told
    shell.command("df", "echo head; echo 'disk 9000 800 8200 9% /'")
    assert shell.run("need_room").returncode == 0


def test_a_disk_that_fills_up_is_told_whatever_fails(shell):
    shell.command("df", "echo head; echo 'disk 900 900 0 100% /'")
    assert "the disk is full: 0 MB are free" in sentence(shell.run("trap failed ERR; false"))


def test_pip_tells_what_it_is_at(shell):
    environment = pip(
        shell,
        "echo 'Collecting luma.oled>=3.13 (from hanabi-companion==0.1.0)'; echo '  Using cached"
        " luma.whl'; echo '  Building wheel for cbor2 (pyproject.toml): started'; echo 'Installing"
        " collected packages: a, b'",
    )
    done = shell.run(f'pip_aloud "{environment}" install x')
    said = [line.removeprefix("hanabi-companion:").strip() for line in done.stdout.splitlines()]
    assert said == [
        "getting luma.oled",
        "compiling cbor2, which takes a while",
        "unpacking all of it",
    ]
    assert "Using cached" in (shell.scratch / "log").read_text()
    assert shell.run(f'pip_aloud "{pip_that_fails(environment)}" install x').returncode == 3


def pip_that_fails(environment):
    (environment / "bin/python").write_text("#!/bin/sh\nexit 3\n")
    return environment


@pytest.mark.parametrize(
    ("log", "told"),
    [
        (
            "ERROR: No matching distribution found for luma.oled\n",
            "No matching distribution found for luma.oled",
        ),
        (
            (
                "  ERROR: No matching distribution found for setuptools>=68\n  [end of output]\n"
                "ERROR: Failed to build it\n"
            ),
            "No matching distribution found for setuptools>=68",
        ),
        ("ERROR: No space left on device\n", "No space left on device"),
        ("Killed\n", "it does not say why"),
    ],
)
def test_what_pip_lacks_is_told_also_where_pip_builds(shell, log, told):
    (shell.scratch / "log").write_text(log)
    assert shell.run("complaint").stdout == f"{told}\n"


def test_buses_are_switched_on_where_there_is_a_command_for_it(shell):
    buses = r"BUSES=($'I2C bus 1\t/nowhere/i2c-1\tsudo raspi-config nonint do_i2c 0')"
    assert "sudo raspi-config nonint do_i2c 0" in shell.run(f"{buses}; switch_on").stdout
    shell.command("raspi-config", f'echo "$@" >"{shell.scratch}/asked"')
    assert "switched I2C bus 1 on" in shell.run(f"{buses}; switch_on").stdout
    assert (shell.scratch / "asked").read_text() == "nonint do_i2c 0\n"


def test_what_a_build_wants_switched_on_is_asked_of_the_build(shell):
    kind, *buses = planned(
        shell, r'echo $BUILD_KIND; printf "%s\n" "${BUSES[@]}"', BUILD="oled-hat"
    ).stdout.splitlines()
    assert kind == "real"
    assert [bus.split("\t")[1] for bus in buses] == ["/dev/spidev0.0"]


def test_a_new_environment_takes_the_place_of_the_old_one_in_one_step(shell):
    for expected in ("hanabi-companion.a", "hanabi-companion.b", "hanabi-companion.a"):
        assert shell.run("basename $(free_slot)").stdout == f"{expected}\n"
        (shell.root / "opt").mkdir(exist_ok=True)
        (shell.root / "opt" / expected).mkdir(exist_ok=True)
        shell.run("point_at $(free_slot)")
        assert os.readlink(shell.root / "opt/hanabi-companion") == expected
        assert not (shell.root / "opt/hanabi-companion.next").exists()


def test_an_environment_that_was_not_used_is_gone_at_the_end(shell):
    old, new = slot(shell, "hanabi-companion.a"), slot(shell, "hanabi-companion.b")
    shell.run(f'point_at "{old}"; SLOT="{new}"; clean_up')
    assert (old.exists(), new.exists(), shell.scratch.exists()) == (True, False, False)
    shell.run(f'SLOT="{old}"; clean_up')
    assert old.exists()


@pytest.mark.parametrize("games", ["", "delete"])
def test_uninstalling_leaves_only_the_games(remover, games):
    folder = remover.root / "var/lib/hanabi-companion"
    folder.mkdir(parents=True)
    (folder / "games.sqlite3").touch()
    for name in (
        "opt/hanabi-companion.a/bin",
        "etc/hanabi-companion",
        "etc/systemd/system",
        "usr/local/bin",
    ):
        (remover.root / name).mkdir(parents=True)
    (remover.root / "opt/hanabi-companion").symlink_to("hanabi-companion.a")
    link = remover.root / "usr/local/bin/companion"
    link.symlink_to(remover.root / "opt/hanabi-companion/bin/companion")
    done = remover.run("stop_units; remove_files; remove_user; keep_or_delete_games", GAMES=games)
    assert done.returncode == 0, done.stderr
    left = [path for path in remover.root.rglob("*") if not path.is_dir() or path.is_symlink()]
    assert left == ([] if games else [folder / "games.sqlite3"])
    assert (str(folder) in done.stdout) == (not games)


def test_games_that_are_elsewhere_are_named(remover, tmp_path):
    slot(remover, "hanabi-companion.a")
    (remover.root / "opt/hanabi-companion").symlink_to("hanabi-companion.a")
    written(remover, f'state_dir = "{tmp_path}"\n')
    assert f"the games in {tmp_path} stay" in remover.run("games_elsewhere").stdout
    written(remover).write_text('state_dir = "/var/lib/hanabi-companion"\n')
    for broken in ("", "panel = 1"):
        with written(remover).open("a") as file:
            file.write(broken)
        done = remover.run("games_elsewhere")
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize(
    ("owner", "told"), [("", "only root may use companion ctl"), ("ada", "ada may use")]
)
def test_who_may_use_the_socket_is_told(shell, owner, told):
    shell.command("usermod")
    shell.command("id", "echo ada gpio")
    assert told in shell.run("add_owner", SUDO_USER=owner).stdout


def test_somebody_elses_command_stays(remover):
    link = remover.root / "usr/local/bin/companion"
    link.parent.mkdir(parents=True)
    link.symlink_to("/elsewhere/companion")
    remover.run("remove_files")
    assert link.is_symlink()


def test_games_are_deleted_by_one_word_only(remover):
    remover.command("id", "echo 0")
    done = remover.run("need_systemd() { :; }; main", GAMES="remove")
    assert "GAMES=delete" in sentence(done)


# The page and the bridge

BESIDE = [
    ("WEB", "need_web", "hanabi-companion-web.service"),
    ("MQTT", "need_mqtt", "hanabi-companion-mqtt.service"),
]
beside = pytest.mark.parametrize(("word", "need", "unit"), BESIDE, ids=["page", "bridge"])


@beside
@pytest.mark.parametrize(
    ("given", "enabled", "wanted"),
    [("", "exit 1", "0"), ("", "exit 0", "1"), ("1", "exit 1", "1"), ("0", "exit 0", "0")],
)
def test_it_is_wanted_as_it_is_said_else_as_it_is(shell, word, need, unit, given, enabled, wanted):
    shell.command("systemctl", f'case "$*" in *" {unit}") {enabled} ;; esac; exit 9')
    assert shell.run(f'{need}; echo "${word}"', **{word: given}).stdout.strip() == wanted


@beside
def test_another_word_for_it_is_refused(shell, word, need, unit):
    assert f"{word}=1 installs the " in sentence(shell.run(need, **{word: "yes"}))


def test_a_bridge_that_does_not_run_yet_is_upgraded_too(shell):
    shell.command("systemctl", "exit 1")
    (shell.root / "opt/hanabi-companion/lib/python3.13/site-packages/paho").mkdir(parents=True)
    assert shell.run('need_mqtt; echo "$MQTT"').stdout.strip() == "1"
    assert shell.run('need_mqtt; echo "$MQTT"', MQTT="0").stdout.strip() == "0"


@pytest.mark.parametrize(
    ("web", "mqtt", "extras"),
    [("0", "0", ""), ("1", "0", "[web]"), ("0", "1", "[mqtt]"), ("1", "1", "[web,mqtt]")],
)
def test_what_is_wanted_is_installed(shell, web, mqtt, extras):
    code = 'wheel=("a.whl$(extras)"); echo "$wheel ${wheel[0]%%\\[*}[window]"'
    assert (
        shell.run(f"set -e; {code}", WEB=web, MQTT=mqtt).stdout == f"a.whl{extras} a.whl[window]\n"
    )


def test_the_page_runs_from_then_on_or_does_not(shell):
    shell.command("systemctl", 'echo "$@"')
    on = shell.run("switch_page", WEB="1").stdout
    assert (
        "enable --quiet hanabi-companion-web.service\nrestart hanabi-companion-web.service\n" in on
    )
    assert ":8080" in on
    off = shell.run("switch_page", WEB="0").stdout
    assert off == "disable --quiet --now hanabi-companion-web.service\n"


def switched(shell, mqtt="1"):
    """What is said, and asked of systemd, where the bridge is wanted or not."""
    done = shell.run("switch_bridge", MQTT=mqtt, PYTHON=sys.executable)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_bridge_runs_once_its_settings_name_a_broker(shell):
    shell.command("systemctl", 'echo "$@"')
    file = shell.root / "etc/hanabi-companion/mqtt.toml"
    for _ in range(2):
        said = switched(shell)
        (line,) = said.splitlines()
        assert f"does not run yet ({file}: broker: is missing; name your MQTT broker" in line
        assert (
            f"sudo nano {file} && sudo companion mqtt --check && sudo systemctl enable --now"
            in line
        )
    assert file.stat().st_mode & 0o777 == 0o644
    file.write_text('broker = "mine"  # as I like it\n')
    unit = "hanabi-companion-mqtt.service"
    assert switched(shell).startswith(f"enable --quiet {unit}\nrestart {unit}\n")
    assert file.read_text() == 'broker = "mine"  # as I like it\n'
    assert switched(shell, "0") == f"disable --quiet --now {unit}\n"
    assert file.exists()


def test_a_bridge_that_does_not_start_ends_no_installation(shell):
    shell.command("systemctl", "case $1 in restart) exit 1 ;; esac")
    written = shell.root / "etc/hanabi-companion/mqtt.toml"
    written.parent.mkdir(parents=True)
    written.write_text('broker = "mine"')
    assert "does not start; see: sudo journalctl -u hanabi-companion-mqtt" in switched(shell)


@beside
def test_a_version_without_it_takes_its_unit_away(shell, word, need, unit):
    shell.command("systemctl", 'echo "$@"')
    before = shell.root / "opt/hanabi-companion.a/systemd"
    before.mkdir(parents=True)
    file = shell.root / "etc/systemd/system" / unit
    file.parent.mkdir(parents=True)
    file.touch()
    said = shell.run(f"install_units {before.parent}").stdout
    assert f"disable --quiet --now {unit}" in said
    assert not file.exists()
