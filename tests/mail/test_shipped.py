"""The mail server that docker/ ships: the files parse, and the container's rights suffice."""

import subprocess

import pytest
import yaml

from post.mail_server import DOCKER, MailServer
from post.person import Person


def confined(drop=()):
    """A command that runs another with the capabilities of the compose service, or with fewer."""
    service = yaml.safe_load((DOCKER / "compose.yaml").read_text())["services"]["mail"]
    kept = "".join(f",+{name.lower()}" for name in service["cap_add"] if name not in drop)
    return ("setpriv", "--no-new-privs", "--inh-caps=-all", f"--bounding-set=-all{kept}")


def test_postfix_finds_nothing_wrong(mail_server):
    assert mail_server.run("postfix", "check") == ""
    assert "warning" not in mail_server.log and "fatal" not in mail_server.log, mail_server.log


def test_what_waits_can_be_tried_at_once_by_hand(mail_server):
    assert mail_server.run("postqueue", "-f") == ""


@pytest.mark.parametrize("setting", ["smtpd_forbid_bare_newline = yes", "mydestination =",
                                     "milter_default_action = tempfail"])
def test_settings_are_in_force(mail_server, setting):
    assert setting in [line.strip() for line in mail_server.run("postconf", "-n").splitlines()]


def test_an_unknown_setting_would_be_found(make_mail_server):
    mail_server = make_mail_server({"smtpd_forbid_bare_newlines": "yes"})
    told = subprocess.run(["postconf", "-c", mail_server.postfix, "-n"], capture_output=True,
                          text=True).stderr

    assert "unused parameter: smtpd_forbid_bare_newlines" in told


def test_no_setting_is_unknown(mail_server):
    told = subprocess.run(["postconf", "-c", mail_server.postfix, "-n"], capture_output=True,
                          text=True)

    assert (told.returncode, told.stderr) == (0, "")


def test_works_with_the_rights_of_the_container(make_mail_server, box, mailboxes):
    mail_server = make_mail_server((), confined())

    Person(mail_server, mailboxes, "ann").write("help")

    box.until_count(1)


def test_fewer_rights_would_not_do(box, mailboxes):
    with pytest.raises(AssertionError, match="no greeting"):
        with MailServer(box.port, mailboxes.port, (), confined(drop=("SETUID", "SETGID"))):
            pass
