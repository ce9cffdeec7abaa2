#include "server/operate/mail_test/dns_checks.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "protocol/json/words.hpp"

namespace tanbo::app {
namespace {

class DnsChecks {
public:
    DnsChecks(const DnsLookup& lookup, std::string domain)
        : lookup_(lookup), domain_(std::move(domain)) {}

    void check_delivery();
    void check_spf();
    void check_dkim(const std::string& selector);
    void check_dmarc();

    std::vector<MailFinding> take() { return std::move(findings_); }

private:
    void add(Verdict verdict, std::string part, std::string text) {
        findings_.push_back({verdict, std::move(part), std::move(text)});
    }
    // The records; nothing, and a fault of that part, if the DNS gave no answer.
    DnsRecords ask(const std::string& part, const std::string& name, DnsType type);
    // The only text that begins so; nothing, and a fault, if there is none or are several.
    std::optional<std::string> only_text(const std::string& part, const std::string& name,
                                         std::string_view start, const std::string& advice);
    void check_pointer(const std::string& host, const std::string& address);

    const DnsLookup& lookup_;
    const std::string domain_;
    std::vector<MailFinding> findings_;
};

// "v=DMARC1; p=reject": the values by tag, in order. Source: RFC 6376, 3.2.
std::map<std::string, std::string, std::less<>> tags_of(std::string_view text) {
    std::map<std::string, std::string, std::less<>> tags;
    while (!text.empty()) {
        const auto end = std::min(text.find(';'), text.size());
        const std::string_view part = text.substr(0, end);
        const auto equals = part.find('=');
        if (equals != std::string_view::npos) {
            tags.emplace(protocol::trimmed(part.substr(0, equals)),
                         protocol::trimmed(part.substr(equals + 1)));
        }
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return tags;
}

DnsRecords DnsChecks::ask(const std::string& part, const std::string& name, DnsType type) {
    DnsRecords records = lookup_(name, type);
    if (!records) {
        add(Verdict::fault, part,
            "The DNS gave no answer about " + name + ". Check the name servers of the domain.");
    }
    return records;
}

void DnsChecks::check_pointer(const std::string& host, const std::string& address) {
    const auto names = ask("PTR", reverse_name(address), DnsType::ptr);
    if (!names) return;
    if (names->empty()) {
        add(Verdict::fault, "PTR",
            address + " has no PTR, so many servers refuse its email. Have your host set it to " +
                host + ".");
    } else if (std::ranges::find(*names, host) == names->end()) {
        add(Verdict::fault, "PTR",
            address + " points to " + names->front() + ", not back to " + host +
                ". Have your host set its PTR to " + host + ".");
    } else {
        add(Verdict::good, "PTR", address + " points back to " + host + ".");
    }
}

void DnsChecks::check_delivery() {
    const auto hosts = ask("MX", domain_, DnsType::mx);
    if (!hosts) return;
    if (hosts->empty()) {
        return add(Verdict::fault, "MX",
                   domain_ + " has no MX record, so email doesn't find the way to it. Add: " +
                       domain_ + ". MX 10 mail.example.org.");
    }
    for (const std::string& host : *hosts) {
        std::vector<std::string> addresses;
        for (const DnsType type : {DnsType::a, DnsType::aaaa}) {
            const auto some = ask("MX", host, type);
            if (!some) return;
            addresses.insert(addresses.end(), some->begin(), some->end());
        }
        if (addresses.empty()) {
            add(Verdict::fault, "MX",
                domain_ + " names " + (host.empty() ? "\".\"" : host) +
                    ", which has no address. Add an A record, or correct the name.");
            continue;
        }
        add(Verdict::good, "MX", "Email goes to " + host + ".");
        for (const std::string& address : addresses) check_pointer(host, address);
    }
}

std::optional<std::string> DnsChecks::only_text(const std::string& part, const std::string& name,
                                                std::string_view start, const std::string& advice) {
    const auto texts = ask(part, name, DnsType::txt);
    if (!texts) return std::nullopt;
    std::vector<std::string> fitting;
    std::ranges::copy_if(*texts, std::back_inserter(fitting),
                         [start](const std::string& text) { return text.starts_with(start); });
    if (fitting.size() == 1) return fitting.front();
    add(Verdict::fault, part,
        fitting.empty() ? name + " has no such record. " + advice
                        : name + " has " + std::to_string(fitting.size()) +
                              " such records, so none counts. Leave one of them.");
    return std::nullopt;
}

void DnsChecks::check_spf() {
    const auto text =
        only_text("SPF", domain_, "v=spf1", "Add: " + domain_ + ". TXT \"v=spf1 mx -all\"");
    if (!text) return;
    const bool is_open = text->ends_with("+all") || text->ends_with(" all");
    add(is_open ? Verdict::fault : Verdict::good, "SPF",
        is_open ? "\"" + *text + "\" lets anyone send as " + domain_ + ". End it with -all."
                : "\"" + *text + "\" says who may send.");
}

void DnsChecks::check_dkim(const std::string& selector) {
    const std::string name = selector + "._domainkey." + domain_;
    const auto texts = ask("DKIM", name, DnsType::txt);
    if (!texts) return;
    if (texts->empty()) {
        return add(Verdict::fault, "DKIM",
                   name +
                       " has no key, so signatures can't be checked. Publish the record that was " +
                       "made with the key, or name another key with --selector.");
    }
    const auto tags = tags_of(texts->front());
    const auto key = tags.find("p");
    if (texts->size() > 1) {
        add(Verdict::fault, "DKIM",
            name + " has " + std::to_string(texts->size()) + " keys. Leave one of them.");
    } else if (key == tags.end() || key->second.empty()) {
        add(Verdict::fault, "DKIM",
            name + " has an empty key: it was withdrawn. Publish the key that signs.");
    } else {
        add(Verdict::good, "DKIM", name + " has a key.");
    }
}

void DnsChecks::check_dmarc() {
    const std::string name = "_dmarc." + domain_;
    const auto text = only_text("DMARC", name, "v=DMARC1",
                                "Add: " + name + ". TXT \"v=DMARC1; p=reject; adkim=s; aspf=s\"");
    if (!text) return;
    const auto tags = tags_of(*text);
    const auto policy = tags.find("p");
    if (policy == tags.end()) {
        add(Verdict::fault, "DMARC", name + " has no policy. Add p=reject to it.");
    } else if (policy->second == "none") {
        add(Verdict::note, "DMARC",
            "p=none lets others send as " + domain_ + ". Use p=reject once all works.");
    } else {
        add(Verdict::good, "DMARC", "The policy is " + policy->second + ".");
    }
}

}  // namespace

std::vector<MailFinding> check_dns(const DnsLookup& lookup, const std::string& domain,
                                   const std::string& selector) {
    DnsChecks checks(lookup, domain);
    checks.check_delivery();
    checks.check_spf();
    checks.check_dkim(selector);
    checks.check_dmarc();
    return checks.take();
}

}  // namespace tanbo::app
