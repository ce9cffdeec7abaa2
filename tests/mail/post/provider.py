"""A mail server elsewhere that tanbod hands its mails to: with TLS, and for those who log in."""

import subprocess

from post.mail_server import MailServer
from support.ports import lasting_port

USER, PASSWORD, REALM = "tanbo", "thirty-two stones", "relay.example"
# The name that libcurl finds on this machine, and is none of its addresses by name.
HOST = "relay.localhost"
# Its ports, by what they offer.
SERVICES = {
    "starttls": {"smtpd_tls_security_level": "may", "smtpd_tls_auth_only": "yes"},
    "smtps": {"smtpd_tls_wrappermode": "yes", "smtpd_tls_security_level": "encrypt"},
    "in clear": {"smtpd_tls_security_level": "none", "smtpd_tls_auth_only": "no"},
    # Another server than the one we want.
    "another": {"smtpd_tls_wrappermode": "yes", "smtpd_tls_security_level": "encrypt",
                "smtpd_tls_cert_file": "another.pem", "smtpd_tls_key_file": "another.key"},
}


def _openssl(folder, *arguments):
    subprocess.run(["openssl", *arguments], cwd=folder, check=True, capture_output=True)


def _make_authority(folder, name):
    _openssl(folder, "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
             "-nodes", "-keyout", f"{name}.key", "-out", f"{name}.pem", "-days", "2",
             "-subj", f"/CN={name}")


def _make_certificate(folder, name, hosts):
    _openssl(folder, "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
             "-keyout", f"{name}.key", "-out", f"{name}.request", "-subj", f"/CN={name}")
    (folder / f"{name}.names").write_text(f"subjectAltName = {hosts}\n")
    _openssl(folder, "x509", "-req", "-in", f"{name}.request", "-CA", "authority.pem", "-CAkey",
             "authority.key", "-CAcreateserial", "-days", "2", "-extfile", f"{name}.names",
             "-out", f"{name}.pem")


class Provider(MailServer):
    """A mail server that takes mails from who has logged in, and gives them to the mailboxes.

    Its log holds what was said to it. `ports` are those of its services, by name.
    """

    def __init__(self, mailboxes):
        self.ports = {name: lasting_port() for name in SERVICES}
        super().__init__(lasting_port(), mailboxes)
        self.certificates = self.folder / "certificates"
        self.services = {port: self._settings_of(name) for name, port in self.ports.items()}
        self.settings = {
            "smtpd_relay_restrictions": "permit_sasl_authenticated, reject",
            "smtpd_sasl_auth_enable": "yes", "smtpd_sasl_local_domain": REALM,
            "smtpd_tls_cert_file": self.certificates / "provider.pem",
            "smtpd_tls_key_file": self.certificates / "provider.key"}

    def _settings_of(self, service):
        return {name: self.certificates / value if name.endswith("_file") else value
                for name, value in SERVICES[service].items()}

    def _configure(self):
        super()._configure()
        self.certificates.mkdir()
        _make_authority(self.certificates, "authority")
        _make_authority(self.certificates, "nobody")
        _make_certificate(self.certificates, "provider", f"DNS:{HOST}, IP:127.0.0.1")
        _make_certificate(self.certificates, "another", "DNS:mail.example")
        self._admit()

    def _admit(self):
        """Makes the list of those who may log in, in a file of its own."""
        folder = self.postfix / "sasl"  # where Debian's Postfix looks
        folder.mkdir(parents=True)
        users = folder / "users"
        subprocess.run(["saslpasswd2", "-c", "-p", "-f", users, "-u", REALM, USER],
                       input=PASSWORD, text=True, check=True)
        users.chmod(0o644)
        (folder / "smtpd.conf").write_text(
            f"pwcheck_method: auxprop\nauxprop_plugin: sasldb\nsasldb_path: {users}\n"
            "mech_list: PLAIN LOGIN\n")

    def url(self, service, host=HOST):
        """One of its services, as mail.relay names it."""
        return f"smtp{'s' * (service in ('smtps', 'another'))}://{host}:{self.ports[service]}"
