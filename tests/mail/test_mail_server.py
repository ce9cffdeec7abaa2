"""The mail server of docker/mail, with somebody else in the site's place."""

import re
import smtplib

import pytest

from post import domains
from post.mailboxes import LOST
from post.person import COMMANDS, Person

FORGED = f"{domains.SITE}; dmarc=pass (p=reject dis=none) header.from={domains.PLAYERS}"
# Ways to write the field that some would take for ours.
FORGED_FIELDS = (
    f"Authentication-Results: {FORGED}",
    f"AUTHENTICATION-RESULTS: {FORGED}",
    f"Authentication-Results : {FORGED}",
    f"Authentication-Results:\r\n\t{FORGED}",
    f"Authentication-Results: other.example; dmarc=pass header.from={domains.PLAYERS}",
    f"Authentication-Results: other.example;\r\n {FORGED}",
)
# Bytes that are no end of a mail, but have been taken for one.
ENDINGS = {"LF . LF": b"\n.\n", "LF . CRLF": b"\n.\r\n", "CRLF . LF": b"\r\n.\n",
           "CR . CR": b"\r.\r", "CR . CRLF": b"\r.\r\n"}


def results_of(mail):
    """The fields that say who wrote a mail, unfolded, the topmost first."""
    fields = mail.message.get_all("Authentication-Results", [])
    return [re.sub(r"\s+", " ", field) for field in fields]


def verdicts(mail):
    """The verdict of our own filters about the From of a mail."""
    return [word for field in results_of(mail) if field.startswith(f"{domains.SITE};")
            for word in re.findall(r"dmarc=(\w+)", field)]


def test_says_who_wrote_a_mail(mail_server, box, mailboxes):
    ann = Person(mail_server, mailboxes, "ann")
    bob = Person(mail_server, mailboxes, "bob", domains.UNSIGNED)
    impostor = ann.mail(COMMANDS, "not ann", "help").as_bytes()

    ann.write("help", "signed")
    bob.write("help", "unsigned")
    ann.post_bytes(impostor, COMMANDS)
    ann.post_bytes(domains.sign(impostor, domains.OTHERS), COMMANDS)
    mails = box.until_count(4)

    found = sorted((mail.message["Subject"], *verdicts(mail)) for mail in mails)
    assert found == [("not ann", "fail"), ("not ann", "fail"), ("signed", "pass"),
                     ("unsigned", "fail")]


def test_takes_out_what_a_mail_says_about_itself(mail_server, box, mailboxes):
    ann = Person(mail_server, mailboxes, "ann")
    plain = ann.mail(COMMANDS, "trust me", "help").as_bytes()

    for field in FORGED_FIELDS:
        ann.post_bytes(field.encode() + b"\r\n" + plain, COMMANDS)

    for mail in box.until_count(len(FORGED_FIELDS)):
        assert verdicts(mail) == ["fail"]
        assert all(field.startswith(f"{domains.SITE};") for field in results_of(mail))
        assert b"dmarc=pass" not in mail.content


def test_without_filters_a_mail_would_vouch_for_itself(make_mail_server, box, mailboxes):
    mail_server = make_mail_server({"header_checks": "", "smtpd_milters": ""})
    ann = Person(mail_server, mailboxes, "ann")
    plain = ann.mail(COMMANDS, "trust me", "help").as_bytes()

    ann.post_bytes(FORGED_FIELDS[0].encode() + b"\r\n" + plain, COMMANDS)

    assert verdicts(box.until_count(1)[0]) == ["pass"]


def test_takes_nothing_while_nobody_can_say_who_wrote_it(make_mail_server, box, mailboxes):
    mail_server = make_mail_server({"smtpd_milters": "unix:/nonexistent/milter"})
    ann = Person(mail_server, mailboxes, "ann")

    with pytest.raises(smtplib.SMTPResponseException) as refusal:
        ann.write("help")

    assert refusal.value.smtp_code // 100 == 4
    assert box.mails == []


def smuggle(mail_server, ending):
    """Sends a mail with a second one behind an ending that is none."""
    with mail_server.dial() as connection:
        stream = connection.makefile("rb")
        script = [b"EHLO players.example\r\n", b"MAIL FROM:<mallory@players.example>\r\n",
                  f"RCPT TO:<{COMMANDS}>\r\n".encode(), b"DATA\r\n"]
        stream.readline()
        for line in script:
            connection.sendall(line)
            while stream.readline()[3:4] == b"-":
                pass
        second = ("MAIL FROM:<ann@players.example>\r\n" f"RCPT TO:<{COMMANDS}>\r\n" "DATA\r\n"
                  "Subject: smuggled\r\n\r\nresign 17\r\n.\r\nQUIT\r\n")
        connection.sendall(b"Subject: outer\r\n\r\nhelp" + ending + second.encode())
        while stream.readline():
            pass


def arrived(mail_server, box, mailboxes):
    """The subjects of what has come, up to a mail that is sent behind it."""
    Person(mail_server, mailboxes, "ann").write("help", "the last")
    mail_server.until_empty()
    return [mail.message["Subject"] for mail in box.mails]


@pytest.mark.parametrize("ending", ENDINGS.values(), ids=ENDINGS)
def test_no_mail_hides_another(mail_server, box, mailboxes, ending):
    smuggle(mail_server, ending)

    assert "smuggled" not in arrived(mail_server, box, mailboxes)


def test_with_the_setting_of_debian_mails_hide_others(make_mail_server, box, mailboxes):
    mail_server = make_mail_server({"smtpd_forbid_bare_newline": "no",
                                    "smtpd_forbid_unauth_pipelining": "no",
                                    "smtpd_data_restrictions": ""})

    for ending in ENDINGS.values():
        smuggle(mail_server, ending)

    assert "smuggled" in arrived(mail_server, box, mailboxes)


def test_delivers_again_if_the_answer_was_lost(mail_server, box, mailboxes):
    box.judge = lambda envelope, number: LOST if number == 1 else None

    Person(mail_server, mailboxes, "ann").write("help")
    first, second = box.until_count(2)
    mail_server.until_empty()

    assert first.message["Message-ID"] == second.message["Message-ID"]
    assert first.content == second.content


def test_keeps_what_is_not_taken_yet(mail_server, box, mailboxes):
    box.judge = lambda envelope, number: "451 4.3.0 later" if number <= 3 else None

    Person(mail_server, mailboxes, "ann").write("help")
    box.until_count(1)
    mail_server.until_empty()

    assert box.asked == 4
    assert mailboxes.mails == []


@pytest.mark.parametrize("recipient", [
    "nobody@tanbo.example.org", "r@tanbo.example.org", "games@tanbo.example.org.example.net",
    "ann@players.example"])
def test_refuses_at_once_what_is_for_nobody_here(mail_server, box, mailboxes, recipient):
    with pytest.raises(smtplib.SMTPRecipientsRefused) as refusal:
        Person(mail_server, mailboxes, "ann").write("help", to=recipient)

    assert refusal.value.recipients[recipient][0] // 100 == 5
    assert box.mails == mailboxes.mails == []


@pytest.mark.parametrize("recipient", [
    COMMANDS, "Games+17@Tanbo.Example.ORG", "R+abc.123@tanbo.example.org",
    "b+abc@tanbo.example.org", "postmaster@tanbo.example.org"])
def test_takes_what_is_for_the_site(mail_server, box, mailboxes, recipient):
    Person(mail_server, mailboxes, "ann").write("help", to=recipient)

    assert box.until_count(1)[0].recipients[0].lower() == recipient.lower()


def test_signs_what_the_site_sends(mail_server, box, mailboxes):
    site = Person(mail_server, mailboxes, "games", domains.SITE)
    mail = site.mail("ann@players.example", "Tanbo game 17: ann - bob", "Your turn.")

    with mail_server.connect(source="127.0.0.1") as connection:
        connection.sendmail("b+abc@tanbo.example.org", ["ann@players.example"], mail.as_bytes())

    sent = mailboxes.until_count(1)[0]
    assert domains.is_signed(sent.content)
    assert sent.sender == "b+abc@tanbo.example.org"


# RFC 8058 asks for the first two: without them no program shows its button.
@pytest.mark.parametrize("field", ["List-Unsubscribe", "List-Unsubscribe-Post", "List-Id",
                                   "Reply-To", "In-Reply-To", "References", "Auto-Submitted"])
def test_the_signature_covers_what_programs_act_by(mail_server, box, mailboxes, field):
    site = Person(mail_server, mailboxes, "games", domains.SITE)
    mail = site.mail("ann@players.example", "Tanbo game 17: ann - bob", "Your turn.")
    mail[field] = "<mailto:r+abc@tanbo.example.org>"

    with mail_server.connect(source="127.0.0.1") as connection:
        connection.sendmail("b+abc@tanbo.example.org", ["ann@players.example"], mail.as_bytes())

    sent = mailboxes.until_count(1)[0]
    assert domains.is_signed(sent.content)
    assert not domains.is_signed(sent.content.replace(b"r+abc", b"r+xyz"))


@pytest.mark.parametrize("field", ["From", "To", "Subject", "Date", "Message-ID", "MIME-Version",
                                   "Content-Type", "Content-Transfer-Encoding"])
def test_the_signature_names_what_makes_a_mail(mail_server, box, mailboxes, field):
    site = Person(mail_server, mailboxes, "games", domains.SITE)
    mail = site.mail("ann@players.example", "Tanbo game 17: ann - bob", "Your turn.")

    with mail_server.connect(source="127.0.0.1") as connection:
        connection.sendmail("b+abc@tanbo.example.org", ["ann@players.example"], mail.as_bytes())

    signature = mailboxes.until_count(1)[0].message["DKIM-Signature"]
    signed = re.search(r"\bh=([^;]*)", signature)[1]
    assert field.lower() in re.split(r"[\s:]+", signed.lower())


def test_does_not_sign_what_others_send_in_its_name(mail_server, box, mailboxes):
    mallory = Person(mail_server, mailboxes, "games", domains.SITE)
    mail = mallory.mail(COMMANDS, "from ourselves", "resign 17")

    mallory.post_bytes(mail.as_bytes(), COMMANDS)

    taken = box.until_count(1)[0]
    assert not domains.is_signed(taken.content)
    assert verdicts(taken) == ["fail"]
