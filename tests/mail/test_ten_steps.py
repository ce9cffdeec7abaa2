"""The ten steps of the manual's page about mail servers, on a Debian that is as installed."""

import ipaddress
import re
import textwrap
import threading
import urllib.parse

import dkim
import dnslib
import dnslib.server
import pytest

from post import domains
from post.machine import INSIDE, OUTSIDE, ROOT, Machine, base, network_of_its_own
from post.mailboxes import Mailboxes
from post.person import Person, text_of
from support.package import build_package
from support.patience import PATIENCE_S
from support.rest import PASSWORD

STEPS = (ROOT / "server" / "web" / "manual" / "mail-server.md").read_text()
CHECKS = (ROOT / "server" / "web" / "manual" / "mail-checks.md").read_text()
# A club's Postfix before the steps: mailboxes, a milter, checks, and a checker of signatures.
CLUB = """
mkdir -p /var/mail/club && chown 5000:5000 /var/mail/club
echo '/^X-Club: secret/ REJECT' >/etc/postfix/club-headers
postconf -e virtual_mailbox_domains=club.example virtual_mailbox_base=/var/mail/club \\
    'virtual_mailbox_maps = inline:{ { member@club.example = member/ } }' \\
    virtual_uid_maps=static:5000 virtual_gid_maps=static:5000 virtual_transport=virtual \\
    'smtpd_milters = { inet:127.0.0.1:11332, default_action=accept }' \\
    header_checks=regexp:/etc/postfix/club-headers smtpd_sender_restrictions=permit_mynetworks
echo '# of the club' >>/etc/opendkim.conf
echo '# of the club' >>/etc/opendmarc.conf
"""
# As the steps have them.
MAIL_HOST = "mail.example.org."


def blocks(language, page=STEPS):
    """The blocks of a language, in the order of the steps."""
    found = re.findall(rf"^ *```{language}\n(.*?)^ *```$", page, re.MULTILINE | re.DOTALL)
    return [textwrap.dedent(block) for block in found]


class World:
    """The DNS and the mailboxes of everybody else. Use with `with`, in a network of its own."""

    def __init__(self):
        self.records = {}
        self.mailboxes = Mailboxes(host=OUTSIDE, port=25)
        self.server = dnslib.server.DNSServer(self, address=OUTSIDE, port=53,
                                              logger=dnslib.server.DNSLogger("-request,-reply"))

    def __enter__(self):
        for name, text in {**domains.keys_in_dns(), **domains.policies_in_dns()}.items():
            if not name.endswith(domains.SITE):
                self.publish(name, "TXT", text)
        self.publish(domains.PLAYERS, "MX", f"10 mx.{domains.PLAYERS}.")
        self.publish(f"mx.{domains.PLAYERS}", "A", OUTSIDE)
        self.publish("example.org", "MX", f"10 mx.{domains.PLAYERS}.")
        self.publish(MAIL_HOST, "A", INSIDE)
        self.publish(ipaddress.ip_address(INSIDE).reverse_pointer, "PTR", MAIL_HOST)
        self.server.start_thread()
        self.mailboxes.__enter__()
        return self

    def __exit__(self, *error):
        self.mailboxes.__exit__(*error)
        self.server.stop()
        self.server.server.server_close()

    def publish(self, name, kind, value):
        """Puts a record into the DNS; a text in quotes is several strings at most."""
        if kind == "TXT":
            text = "".join(re.findall(r'"([^"]*)"', value)) or value
            data = dnslib.TXT([text[i:i + 255].encode() for i in range(0, len(text), 255)])
        elif kind == "PTR":
            data = dnslib.PTR(value)
        elif kind == "MX":
            preference, host = value.split()
            data = dnslib.MX(host, int(preference))
        else:
            data = dnslib.A(value)
        self.records.setdefault(name.rstrip(".").lower(), []).append((kind, data))

    def resolve(self, request, _):
        """Called by the DNS server for each question."""
        reply = request.reply()
        asked = str(request.q.qname).rstrip(".").lower()
        for kind, data in self.records.get(asked, ()):
            if kind == dnslib.QTYPE[request.q.qtype]:
                reply.add_answer(dnslib.RR(request.q.qname, request.q.qtype, rdata=data, ttl=60))
        if asked not in self.records:
            reply.header.rcode = dnslib.RCODE.NXDOMAIN
        return reply

    def text(self, name, timeout=5):
        """The text that is published at a name, as dkimpy asks for it."""
        found = self.records.get(name.decode().rstrip(".").lower(), ())
        return b"".join(part for _, data in found for part in data.data)

    def publish_lines(self, lines):
        """Records as the steps write them."""
        for line in filter(None, lines.splitlines()):
            name, kind, value = re.fullmatch(r"(\S+)\s+(MX|TXT)\s+(.*)", line).groups()
            self.publish(name, kind, value)


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """The world, and a machine on which the steps have been done."""
    packages, package = base(), build_package(tmp_path_factory.mktemp("package"))
    with network_of_its_own(), Machine(packages) as machine, World() as world:
        machine.put(package, "/source/build/package")
        machine.run(CLUB)
        machine.run("\n".join(blocks("sh")))
        for lines in blocks("dns"):
            world.publish_lines(lines)
        key = machine.run("cat /etc/tanbo-mail/keys/tanbo.txt")
        world.publish(f"tanbo._domainkey.{domains.SITE}", "TXT", key)
        yield machine, world


@pytest.fixture
def ann(installed):
    """A player elsewhere with a domain that signs."""
    machine, world = installed
    world.mailboxes.forget()
    return Person(machine, world.mailboxes, "ann")


def test_there_are_ten_steps():
    assert re.findall(r"^(\d+)\. ", STEPS, re.MULTILINE) == [str(n) for n in range(1, 11)]


def test_a_mail_is_answered_and_the_answer_signed(installed, ann):
    _, world = installed

    ann.write("help")

    answer = ann.next()
    assert "move" in text_of(answer)
    assert dkim.verify(answer.content, dnsfunc=world.text)
    signed = re.search(r"\bh=([^;]*)", answer.message["DKIM-Signature"])[1].lower()
    assert {"message-id", "mime-version", "content-type", "content-transfer-encoding",
            "from", "to", "subject", "date"} <= set(re.split(r"[\s:]+", signed))


def test_debian_runs_everything_confined_as_it_ships_it(installed):
    machine, _ = installed

    smtpd = machine.run("postconf -M smtp/inet").split()

    # service, type, private, unprivileged, chroot
    assert smtpd[:5] == ["smtp", "inet", "n", "-", "y"]
    for unit in ("tanbod", "tanbo-opendkim", "tanbo-opendmarc", "postfix@-"):
        assert machine.run(f"systemctl is-active {unit}") == "active\n"


def test_who_wrote_a_mail_is_known(installed, ann):
    machine, _ = installed

    ann.write("register ann")
    ann.next()

    log = machine.run("journalctl --no-pager --unit=tanbo-opendkim --unit=tanbo-opendmarc")
    assert re.search(r"players\.example pass", log), log


def test_what_would_come_back_is_refused_before(installed, ann):
    machine, _ = installed
    with machine.connect() as connection:
        connection.ehlo()

        assert connection.mail(ann.address, ["SIZE=10240001"])[0] == 552
    with machine.connect() as connection:
        connection.ehlo()
        assert connection.mail("c" * 250 + "@players.example")[0] == 250
        assert connection.rcpt("games@tanbo.example.org")[0] == 550
        connection.rset()
        assert connection.mail(ann.address)[0] == 250
        assert connection.rcpt("r+" + "a" * 63 + "@tanbo.example.org")[0] == 550
        assert connection.rcpt("r+" + "a" * 62 + "@tanbo.example.org")[0] == 250


# The steps replaced what a Postfix did for others: a club's mailboxes were off afterwards.
def test_what_postfix_did_for_others_it_still_does(installed, ann):
    machine, _ = installed

    def answer(recipient, header):
        with machine.connect() as connection:
            connection.ehlo()
            connection.mail(ann.address)
            code, _ = connection.rcpt(recipient)
            return connection.data(f"{header}\r\n\r\nHello\r\n")[0] if code == 250 else code

    assert answer("member@club.example", "X-Club: open") == 250
    assert answer("member@club.example", "X-Club: secret") == 550
    assert answer("stranger@club.example", "X-Club: open") == 550
    assert answer("games@club.example", "X-Club: open") == 550
    machine.run("timeout 60 sh -c 'until ls /var/mail/club/member/new/*; do sleep 0.1; done'")
    assert "inet:127.0.0.1:11332" in machine.run("postconf -h smtpd_milters")
    assert "permit_mynetworks" in machine.run("postconf -h smtpd_sender_restrictions")
    for daemon in ("opendkim", "opendmarc"):
        assert machine.run(f"tail -n 1 /etc/{daemon}.conf") == "# of the club\n"


def flat(mail):
    """The text of a mail on one line."""
    return " ".join(text_of(mail).split())


def test_the_checks_work_as_printed(installed):
    machine, world = installed
    names, offer, send = blocks("sh", CHECKS)
    name, *questions = names.splitlines()

    machine.run("postconf -e myhostname=mail.example.org")
    assert machine.run(name).strip() == name.partition("# ")[2]
    address, pointer, domain, texts = map(machine.run, questions)
    assert address == f"{INSIDE}\n" and pointer == f"{MAIL_HOST}\n"
    assert domain == f'10 {MAIL_HOST}\n"v=spf1 mx -all"\n'
    assert texts.startswith('"v=DKIM1;') and '"v=DMARC1;' in texts
    machine.run(offer)
    levels = machine.run("postconf -h smtpd_tls_security_level smtp_tls_security_level")
    assert levels == "may\nmay\n"
    world.mailboxes.forget()
    assert "250 2.0.0 Ok: queued" in machine.run(send)
    you = Person(machine, world.mailboxes, "you", domain="example.org")
    assert "You can play it here by email" in flat(you.next())


def test_the_test_of_all_at_once_finds_no_fault(installed, ann):
    machine, _ = installed
    [line] = re.findall(r"^    (env .*)$", CHECKS, re.MULTILINE)
    printed = []
    command = line.replace("you@example.org", ann.address)
    running = threading.Thread(target=lambda: printed.append(machine.run(command)))
    running.start()
    ann.reply(ann.next(), "help")
    running.join()

    marks = re.findall(r"^(ok|note|FAULT) +(\w+):", printed[0], re.MULTILINE)
    assert {mark for mark, _ in marks} == {"ok"}, printed[0]
    assert [part for _, part in marks] == [
        "MX", "PTR", "SPF", "DKIM", "DMARC", "Server", "Relay", "Reply"]


# The last one: it takes the daemons of step 5 away.
def test_rspamd_checks_mails_as_printed(installed, ann):
    machine, _ = installed
    [use] = blocks("nginx", CHECKS)
    machine.run(f"""
        cat >/etc/rspamd/local.d/milter_headers.conf <<'END'
{use}END
        rm /etc/systemd/system/rspamd.service
        systemctl daemon-reload
        systemctl stop tanbo-opendkim tanbo-opendmarc
        systemctl start rspamd
        postconf -e 'smtpd_milters = {{ inet:127.0.0.1:11332, default_action=tempfail }}'
        systemctl restart postfix
        timeout {PATIENCE_S} bash -c 'until : </dev/tcp/127.0.0.1/11332; do sleep 0.2; done'""")

    ann.write("register ann")
    path, token = re.search(r"https://[^/]*(/\S+)\?token=(\S+)", text_of(ann.next())).groups()
    form = urllib.parse.urlencode(
        {"token": token, "handle": "ann", "password": PASSWORD, "again": PASSWORD})
    machine.run(f"curl --fail --silent --data '{form}' http://127.0.0.1:8080{path}")
    # The control: the word of a checker that the server does not know by name counts for nothing.
    ann.write("games")
    assert "only works from your verified address" in flat(ann.next())
    machine.run("""
        sed -i "s/AUTHSERV_ID=[^ ]*/AUTHSERV_ID=$(postconf -h myhostname)/" \\
            /etc/systemd/system/tanbod.service.d/mail.conf
        systemctl daemon-reload
        systemctl restart tanbod""")
    ann.write("games")

    assert "Not done" not in flat(ann.next())
