"""The players' domains: a key that signs their mails, and what their DNS says of it."""

import functools
import subprocess

import dkim

SELECTOR = "tests"
SITE = "tanbo.example.org"
# Domains of the test players' mailboxes; the last one signs nothing.
PLAYERS, OTHERS, UNSIGNED = "players.example", "others.example", "unsigned.example"


@functools.cache
def _private_key():
    """A key for all: what matters is which domain publishes it."""
    made = subprocess.run(["openssl", "genrsa", "-traditional", "2048"], capture_output=True,
                          check=True)
    return made.stdout


def _public_record():
    made = subprocess.run(["openssl", "rsa", "-pubout", "-outform", "PEM"], input=_private_key(),
                          capture_output=True, check=True)
    lines = made.stdout.decode().splitlines()
    return "v=DKIM1; k=rsa; p=" + "".join(line for line in lines if not line.startswith("-"))


def write_private_key(path):
    """The site's own key, for OpenDKIM."""
    path.write_bytes(_private_key())
    path.chmod(0o600)


def keys_in_dns():
    """Names and TXT records of the domains that sign, the site's among them."""
    record = _public_record()
    signers = [(SELECTOR, PLAYERS), (SELECTOR, OTHERS), ("tanbo", SITE)]
    return {f"{selector}._domainkey.{domain}": record for selector, domain in signers}


def policies_in_dns():
    """Names and TXT records of what the domains ask to be done with forged mails."""
    return {f"_dmarc.{domain}": "v=DMARC1; p=reject"
            for domain in (PLAYERS, OTHERS, UNSIGNED, SITE)}


# The fields signed by a provider that leaves nothing open.
SIGNED = ("from", "to", "cc", "subject", "date", "message-id", "mime-version", "content-type",
          "content-transfer-encoding")


def sign(message, domain, fields=SIGNED, with_length=False):
    """The mail with the signature of a domain on top."""
    names = [name.encode() for name in fields]
    signature = dkim.sign(message, SELECTOR.encode(), domain.encode(), _private_key(),
                          include_headers=names, canonicalize=(b"relaxed", b"relaxed"),
                          length=with_length)
    return signature + message


def is_signed(message):
    """Whether a mail has a signature that the DNS of the tests confirms."""
    records = keys_in_dns()

    def look_up(name, timeout=5):
        return records.get(name.decode().rstrip("."), "").encode()

    return dkim.verify(message, dnsfunc=look_up)
