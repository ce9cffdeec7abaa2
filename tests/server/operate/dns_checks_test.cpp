#include "server/operate/mail_test/dns_checks.hpp"

#include <map>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace tanbo::app {
namespace {

using Records = std::map<std::pair<std::string, DnsType>, std::vector<std::string>>;

// A DNS with these records and no others.
DnsLookup lookup_in(const Records& records) {
    return [records](const std::string& name, DnsType type) -> DnsRecords {
        const auto found = records.find({name, type});
        return found == records.end() ? std::vector<std::string>() : found->second;
    };
}

Records good_records() {
    return {{{"t.example", DnsType::mx}, {"mx.t.example"}},
            {{"mx.t.example", DnsType::aaaa}, {"2001:db8::25"}},
            {{reverse_name("2001:db8::25"), DnsType::ptr}, {"mx.t.example"}},
            {{"t.example", DnsType::txt}, {"v=spf1 mx -all"}},
            {{"k._domainkey.t.example", DnsType::txt}, {"v=DKIM1; p=AAAA"}},
            {{"_dmarc.t.example", DnsType::txt}, {"v=DMARC1;p = quarantine"}}};
}

std::vector<std::string> faults_in(const Records& records) {
    std::vector<std::string> parts;
    for (const MailFinding& one : check_dns(lookup_in(records), "t.example", "k")) {
        if (one.verdict != Verdict::good) parts.push_back(one.part);
    }
    return parts;
}

TEST(DnsChecks, NameAnAddressAsItIsAskedFor) {
    EXPECT_EQ(reverse_name("192.0.2.25"), "25.2.0.192.in-addr.arpa");
    EXPECT_EQ(reverse_name("2001:db8::25"),
              "5.2.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa");
}

TEST(DnsChecks, FindNothingInAWholeSet) {
    EXPECT_EQ(faults_in(good_records()), std::vector<std::string>());
}

TEST(DnsChecks, FindEachRecordThatIsMissing) {
    const Records whole = good_records();
    for (const auto& [record, values] : whole) {
        Records records = whole;
        records.erase(record);
        EXPECT_EQ(faults_in(records).size(), 1U) << record.first;
    }
}

TEST(DnsChecks, AskEachHostOfTheDomain) {
    Records records = good_records();
    records[{"t.example", DnsType::mx}].emplace_back("mx2.t.example");
    records[{"mx2.t.example", DnsType::a}] = {"192.0.2.26"};

    EXPECT_EQ(faults_in(records), std::vector<std::string>{"PTR"});
}

TEST(DnsChecks, TakeADomainThatRefusesAllMailForAFault) {
    Records records = good_records();
    records[{"t.example", DnsType::mx}] = {""};

    EXPECT_EQ(faults_in(records), std::vector<std::string>{"MX"});
}

}  // namespace
}  // namespace tanbo::app
