"""A DNS server of the tests, which can be made to fail for a domain."""

import dnslib
import dnslib.server

from post import domains


class Names:
    """Answers for the keys of the players' domains. Use with `with`; `port` is of 127.0.0.1.

    `failing` are domains with names it can't find out now: it says SERVFAIL for them;
    of `silent` ones it says nothing.
    """

    def __init__(self):
        self.failing = set()
        self.silent = set()
        self.records = domains.keys_in_dns()
        self.server = dnslib.server.DNSServer(self, address="127.0.0.1", port=0,
                                              logger=dnslib.server.DNSLogger("-request,-reply"))
        self.port = self.server.server.server_address[1]

    def __enter__(self):
        self.server.start_thread()
        return self

    def __exit__(self, *_):
        self.server.stop()
        self.server.server.server_close()

    def resolve(self, request, _):
        """Called by the DNS server for each question."""
        asked = str(request.q.qname).rstrip(".").lower()
        reply = request.reply()
        if any(asked.endswith(domain) for domain in self.silent):
            raise dnslib.DNSError("no answer")
        if any(asked.endswith(domain) for domain in self.failing):
            reply.header.rcode = dnslib.RCODE.SERVFAIL
        elif asked in self.records:
            text = self.records[asked]
            data = dnslib.TXT([text[i:i + 255].encode() for i in range(0, len(text), 255)])
            reply.add_answer(dnslib.RR(request.q.qname, dnslib.QTYPE.TXT, rdata=data, ttl=0))
        else:
            reply.header.rcode = dnslib.RCODE.NXDOMAIN
        return reply

    def configuration(self):
        """For libunbound, which OpenDKIM asks: of this server alone, and nothing is remembered."""
        return ("server:\n  do-not-query-localhost: no\n  module-config: \"iterator\"\n"
                "  cache-max-ttl: 0\n  cache-max-negative-ttl: 0\n  infra-host-ttl: 0\n"
                f"forward-zone:\n  name: \".\"\n  forward-addr: 127.0.0.1@{self.port}\n")
