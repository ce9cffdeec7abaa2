"""A DNS of a test's own, with the records of one domain that sends and receives mails."""

import dnslib
import dnslib.server

KINDS = {"A": dnslib.A, "MX": lambda text: dnslib.MX(text, 10), "PTR": dnslib.PTR,
         "TXT": lambda text: dnslib.TXT([text[i:i + 255] for i in range(0, len(text), 255)])}


def records_of(domain):
    """All that a domain needs, as the manual has it: (name, kind) and the values."""
    host = f"mail.{domain}"
    return {
        (domain, "MX"): [host],
        (host, "A"): ["192.0.2.25"],
        ("25.2.0.192.in-addr.arpa", "PTR"): [host],
        (domain, "TXT"): ["v=spf1 mx -all", "other=1"],
        (f"tanbo._domainkey.{domain}", "TXT"): ["v=DKIM1; h=sha256; k=rsa; p=" + "A" * 392],
        (f"_dmarc.{domain}", "TXT"): ["v=DMARC1; p=reject; adkim=s; aspf=s"],
    }


class Names:
    """Answers from `records` on a free port. Use with `with`."""

    def __init__(self, records):
        self.records = records
        self.is_failing = False
        self.server = dnslib.server.DNSServer(
            self, address="127.0.0.1", port=0, logger=dnslib.server.DNSLogger("-request,-reply"))

    def __enter__(self):
        self.server.start_thread()
        return self

    def __exit__(self, *_):
        self.server.stop()
        self.server.server.server_close()

    @property
    def address(self):
        """For `--dns`."""
        return f"127.0.0.1:{self.server.server.server_address[1]}"

    def resolve(self, request, _):
        """Called by the DNS server for each question."""
        reply = request.reply()
        name, kind = str(request.q.qname).rstrip(".").lower(), dnslib.QTYPE[request.q.qtype]
        for value in self.records.get((name, kind), ()):
            reply.add_answer(dnslib.RR(name, request.q.qtype, rdata=KINDS[kind](value), ttl=60))
        if self.is_failing:
            reply.header.rcode = dnslib.RCODE.SERVFAIL
        elif not any(name == one for one, _ in self.records):
            reply.header.rcode = dnslib.RCODE.NXDOMAIN
        return reply
