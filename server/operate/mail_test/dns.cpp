#include "server/operate/mail_test/dns.hpp"

#include <algorithm>
#include <arpa/inet.h>
#include <arpa/nameser.h>
#include <array>
#include <charconv>
#include <compare>
#include <cstddef>
#include <memory>
#include <netdb.h>
#include <netinet/in.h>
#include <resolv.h>
#include <span>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "protocol/json/words.hpp"

namespace tanbo::app {
namespace {

constexpr std::size_t answer_bytes_max = 65'535;

ns_type wire_type(DnsType type) {
    switch (type) {
        case DnsType::a:
            return ns_t_a;
        case DnsType::aaaa:
            return ns_t_aaaa;
        case DnsType::mx:
            return ns_t_mx;
        case DnsType::ptr:
            return ns_t_ptr;
        case DnsType::txt:
            return ns_t_txt;
    }
    return ns_t_a;
}

sockaddr_in parse_server(const std::string& text) {
    sockaddr_in server{};
    server.sin_family = AF_INET;
    const auto colon = text.rfind(':');
    const std::string host = text.substr(0, colon);
    std::uint16_t port = 0;
    const char* const end = text.data() + text.size();
    const bool has_port = colon != std::string::npos &&
                          std::from_chars(text.data() + colon + 1, end, port).ptr == end;
    if (!has_port || port == 0 || ::inet_pton(AF_INET, host.c_str(), &server.sin_addr) != 1) {
        throw std::invalid_argument("\"" + text + "\" is no IPv4 address with a port.");
    }
    server.sin_port = htons(port);
    return server;
}

// A resolver's state, which ends with this.
class Resolver {
public:
    explicit Resolver(const std::string& server) : state_() {
        if (::res_ninit(&state_) != 0) throw std::runtime_error("The resolver can't start.");
        state_.options |= RES_USE_EDNS0;
        if (server.empty()) return;
        state_.nscount = 1;
        state_.nsaddr_list[0] = parse_server(server);
    }
    ~Resolver() { ::res_nclose(&state_); }
    Resolver(const Resolver&) = delete;
    Resolver& operator=(const Resolver&) = delete;

    DnsRecords ask(const std::string& name, DnsType type);

private:
    struct __res_state state_;
    std::vector<unsigned char> answer_ = std::vector<unsigned char>(answer_bytes_max);
};

// A name within an answer, in lower case and without the dot at its end.
std::string name_at(const ns_msg& message, const unsigned char* at) {
    std::array<char, NS_MAXDNAME> name{};
    if (::dn_expand(ns_msg_base(message), ns_msg_end(message), at, name.data(), name.size()) < 0) {
        return {};
    }
    return protocol::lower(name.data());
}

std::string address_of(int family, std::span<const unsigned char> data) {
    std::array<char, INET6_ADDRSTRLEN> text{};
    const std::size_t bytes = family == AF_INET ? sizeof(in_addr) : sizeof(in6_addr);
    if (data.size() != bytes) return {};
    ::inet_ntop(family, data.data(), text.data(), text.size());
    return text.data();
}

// The strings of a text, one after the other. Source: RFC 1035, 3.3.14.
std::string text_of(std::span<const unsigned char> data) {
    std::string text;
    while (!data.empty()) {
        const std::size_t length = std::min<std::size_t>(data.front(), data.size() - 1);
        const auto part = data.subspan(1, length);
        text.append(part.begin(), part.end());
        data = data.subspan(1 + length);
    }
    return text;
}

struct Record {
    int preference = 0;
    std::string text;

    auto operator<=>(const Record&) const = default;
};

Record record_of(const ns_msg& message, const ns_rr& row, DnsType type) {
    const std::span<const unsigned char> data(ns_rr_rdata(row), ns_rr_rdlen(row));
    switch (type) {
        case DnsType::a:
            return {0, address_of(AF_INET, data)};
        case DnsType::aaaa:
            return {0, address_of(AF_INET6, data)};
        case DnsType::ptr:
            return {0, name_at(message, data.data())};
        case DnsType::txt:
            return {0, text_of(data)};
        case DnsType::mx:
            if (data.size() < 3) return {};
            return {data[0] * 256 + data[1], name_at(message, data.data() + 2)};
    }
    return {};
}

DnsRecords Resolver::ask(const std::string& name, DnsType type) {
    const int size = ::res_nquery(&state_, name.c_str(), ns_c_in, wire_type(type), answer_.data(),
                                  static_cast<int>(answer_.size()));
    if (size < 0) {
        const bool is_told = state_.res_h_errno == HOST_NOT_FOUND || state_.res_h_errno == NO_DATA;
        return is_told ? DnsRecords(std::vector<std::string>()) : std::nullopt;
    }
    ns_msg message{};
    if (::ns_initparse(answer_.data(), size, &message) != 0) return std::nullopt;
    std::vector<Record> records;
    for (int i = 0; i < ns_msg_count(message, ns_s_an); ++i) {
        ns_rr row{};
        if (::ns_parserr(&message, ns_s_an, i, &row) != 0) return std::nullopt;
        if (ns_rr_type(row) == wire_type(type)) records.push_back(record_of(message, row, type));
    }
    std::ranges::sort(records);
    std::vector<std::string> texts;
    texts.reserve(records.size());
    for (Record& record : records) texts.push_back(std::move(record.text));
    return texts;
}

}  // namespace

DnsLookup dns_lookup(const std::string& server) {
    const auto resolver = std::make_shared<Resolver>(server);
    return [resolver](const std::string& name, DnsType type) { return resolver->ask(name, type); };
}

std::string reverse_name(const std::string& address) {
    in_addr four{};
    if (::inet_pton(AF_INET, address.c_str(), &four) == 1) {
        const auto* const bytes = reinterpret_cast<const unsigned char*>(&four);
        std::string name;
        for (int i = 3; i >= 0; --i) name += std::to_string(bytes[i]) + ".";
        return name + "in-addr.arpa";
    }
    constexpr std::string_view digits = "0123456789abcdef";
    in6_addr six{};
    ::inet_pton(AF_INET6, address.c_str(), &six);
    std::string name;
    for (int i = 15; i >= 0; --i) {
        const unsigned int byte = six.s6_addr[i];
        for (const unsigned int digit : {byte % 16U, byte / 16U}) {
            name += digits[digit];
            name += '.';
        }
    }
    return name + "ip6.arpa";
}

}  // namespace tanbo::app
