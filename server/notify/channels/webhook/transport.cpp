#include "server/notify/channels/webhook/transport.hpp"

#include <algorithm>
#include <charconv>
#include <memory>
#include <netdb.h>
#include <string_view>
#include <sys/socket.h>
#include <unistd.h>

#include <curl/curl.h>

namespace tanbo::notify {

namespace {

struct Target {
    std::string scheme;
    std::string host;  // without brackets
    std::string port;
};

using Url = std::unique_ptr<CURLU, decltype(&curl_url_cleanup)>;
using Easy = std::unique_ptr<CURL, decltype(&curl_easy_cleanup)>;
using List = std::unique_ptr<curl_slist, decltype(&curl_slist_free_all)>;

std::optional<std::string> part(CURLU* url, CURLUPart which, unsigned flags = 0) {
    char* text = nullptr;
    if (curl_url_get(url, which, &text, flags) != CURLUE_OK) return std::nullopt;
    std::string copy(text);
    curl_free(text);
    return copy;
}

std::optional<Target> parse_target(const std::string& text) {
    const Url url(curl_url(), curl_url_cleanup);
    if (curl_url_set(url.get(), CURLUPART_URL, text.c_str(), 0) != CURLUE_OK) return std::nullopt;
    if (part(url.get(), CURLUPART_USER) || part(url.get(), CURLUPART_PASSWORD)) return std::nullopt;
    if (part(url.get(), CURLUPART_FRAGMENT)) return std::nullopt;
    auto scheme = part(url.get(), CURLUPART_SCHEME);
    auto host = part(url.get(), CURLUPART_HOST);
    auto port = part(url.get(), CURLUPART_PORT, CURLU_DEFAULT_PORT);
    if (!scheme || !host || !port || host->empty()) return std::nullopt;
    if (*scheme != "https" && *scheme != "http") return std::nullopt;
    if (host->front() == '[') *host = host->substr(1, host->size() - 2);
    return Target{std::move(*scheme), std::move(*host), std::move(*port)};
}

// Whether a webhook may listen there.
bool is_open_port(std::string_view port) {
    constexpr int first_of_anybody = 1024;
    int number = 0;
    std::from_chars(port.data(), port.data() + port.size(), number);
    return number == 80 || number == 443 || number >= first_of_anybody;
}

// Bytes of the answer that are read and thrown away.
struct Reading {
    std::size_t bytes = 0;
};

std::size_t discard(char*, std::size_t size, std::size_t count, void* context) {
    auto& reading = *static_cast<Reading*>(context);
    reading.bytes += size * count;
    return reading.bytes > answer_bytes_max ? 0 : size * count;
}

// The last gate: whatever libcurl is about to connect to.
curl_socket_t open_socket(void* context, curlsocktype, curl_sockaddr* address) {
    const auto& policy = *static_cast<const AddressPolicy*>(context);
    const auto target = address_of(&address->addr);
    if (!target || !policy.admits(*target)) return CURL_SOCKET_BAD;
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

struct Call {
    const AddressPolicy& policy;
    const TransportLimits& limits;
    const std::atomic<bool>* is_cancelled;
    const Outgoing& outgoing;

    bool is_given_up() const { return is_cancelled != nullptr && *is_cancelled; }
};

// Other than 0 ends the transfer.
int on_progress(void* context, curl_off_t, curl_off_t, curl_off_t, curl_off_t) {
    return static_cast<const Call*>(context)->is_given_up() ? 1 : 0;
}

void configure(CURL* curl, const Call& call, curl_slist* headers, curl_slist* pinned,
               Reading& reading) {
    curl_easy_setopt(curl, CURLOPT_URL, call.outgoing.url.c_str());
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(curl, CURLOPT_PROXY, "");
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, static_cast<long>(call.limits.whole.count()));
    curl_easy_setopt(curl, CURLOPT_RESOLVE, pinned);
    curl_easy_setopt(curl, CURLOPT_OPENSOCKETFUNCTION, open_socket);
    curl_easy_setopt(curl, CURLOPT_OPENSOCKETDATA, &call.policy);
    curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
    curl_easy_setopt(curl, CURLOPT_POSTFIELDS, call.outgoing.body.data());
    curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE_LARGE,
                     static_cast<curl_off_t>(call.outgoing.body.size()));
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, discard);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, &reading);
    curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
    curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, on_progress);
    curl_easy_setopt(curl, CURLOPT_XFERINFODATA, &call);
}

Sent failed(std::string error) {
    Sent sent;
    sent.error = std::move(error);
    return sent;
}

Sent outcome(CURL* curl, CURLcode code, const Reading& reading) {
    long status = 0;
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
    Sent sent;
    if (status > 0) sent.status = static_cast<int>(status);
    sent.is_timeout = code == CURLE_OPERATION_TIMEDOUT;
    curl_off_t retry_after_s = 0;  // also of a date, and then negative if that is over
    curl_easy_getinfo(curl, CURLINFO_RETRY_AFTER, &retry_after_s);
    if (retry_after_s > 0) sent.retry_after = std::chrono::seconds(retry_after_s);
    if (reading.bytes > answer_bytes_max) {
        sent.error = "The answer has more than " + std::to_string(answer_bytes_max) + " bytes.";
    } else if (code != CURLE_OK) {
        sent.error = std::string(curl_easy_strerror(code)) + ".";
    } else if (status < 200 || status > 299) {
        sent.error = "The answer has status " + std::to_string(status) + ".";
    }
    return sent;
}

Sent transfer(const Call& call, const std::string& pin) {
    const Easy curl(curl_easy_init(), curl_easy_cleanup);
    List headers(nullptr, curl_slist_free_all);
    for (const auto& [name, value] : call.outgoing.headers) {
        std::string line = name;
        line.append(": ").append(value);
        headers.reset(curl_slist_append(headers.release(), line.c_str()));
    }
    const List pinned(pin.empty() ? nullptr : curl_slist_append(nullptr, pin.c_str()),
                      curl_slist_free_all);
    Reading reading;
    configure(curl.get(), call, headers.get(), pinned.get(), reading);
    Sent sent = outcome(curl.get(), curl_easy_perform(curl.get()), reading);
    sent.is_cancelled = !sent.error.empty() && call.is_given_up();
    return sent;
}

// "host:port:address,address", for libcurl to look nowhere else.
std::string pin_of(const Target& target, const std::vector<Address>& addresses) {
    std::string pin = target.host + ":" + target.port + ":";
    for (const Address& address : addresses) {
        if (pin.back() != ':') pin += ',';
        const std::string text = to_text(address);
        pin += address.is_ipv4() ? text : "[" + text + "]";
    }
    return pin;
}

Sent post(const Call& call, const Resolver& resolver) {
    const auto target = parse_target(call.outgoing.url);
    if (!target || !is_open_port(target->port)) {
        return failed("The server can't call this address.");
    }
    const auto literal = parse_address(target->host);
    const std::vector<Address> addresses =
        literal ? std::vector<Address>{*literal} : resolver(target->host);
    if (addresses.empty()) return failed("The host name " + target->host + " has no address.");
    const auto is_admitted = [&call](const Address& one) { return call.policy.admits(one); };
    if (!std::ranges::all_of(addresses, is_admitted)) {
        return failed("The host name leads to an address that is not public.");
    }
    return transfer(call, literal ? "" : pin_of(*target, addresses));
}

}  // namespace

std::vector<Address> resolve(const std::string& host) {
    addrinfo hints{};
    hints.ai_socktype = SOCK_STREAM;
    addrinfo* found = nullptr;
    std::vector<Address> addresses;
    if (getaddrinfo(host.c_str(), nullptr, &hints, &found) != 0) return addresses;
    for (const addrinfo* one = found; one != nullptr; one = one->ai_next) {
        const auto address = address_of(one->ai_addr);
        if (address) addresses.push_back(*address);
    }
    freeaddrinfo(found);
    return addresses;
}

Transport http_transport(AddressPolicy policy, Resolver resolver, TransportLimits limits,
                         const std::atomic<bool>* is_cancelled) {
    return [policy = std::move(policy), resolver = std::move(resolver), limits,
            is_cancelled](const Outgoing& outgoing) {
        // With the first call, which loads the library.
        static const CURLcode initialised = curl_global_init(CURL_GLOBAL_DEFAULT);
        if (initialised != CURLE_OK) return failed("libcurl can't be initialised.");
        return post({policy, limits, is_cancelled, outgoing}, resolver);
    };
}

std::optional<std::string> url_fault(const std::string& url, const AddressPolicy& policy) {
    const bool is_plain = std::ranges::all_of(
        url, [](char character) { return character > ' ' && character < '\x7F'; });
    const auto target = is_plain ? parse_target(url) : std::nullopt;
    if (!target) return "must be an address that begins with \"https://\" or \"http://\"";
    if (!is_open_port(target->port)) {
        return "must have port 80, 443 or one from 1024 up; got " + target->port;
    }
    const auto literal = parse_address(target->host);
    if (literal && !policy.admits(*literal)) {
        return "must have a public address; got " + to_text(*literal);
    }
    return std::nullopt;
}

std::string origin_of(const std::string& url) {
    const auto target = parse_target(url);
    if (!target) return {};
    const bool is_bracketed = target->host.find(':') != std::string::npos;
    std::string origin = target->scheme + "://";
    origin += is_bracketed ? "[" + target->host + "]" : target->host;
    const std::string_view usual = target->scheme == "https" ? "443" : "80";
    return target->port == usual ? origin : origin + ":" + target->port;
}

std::optional<Address> numbered_address(const std::string& url) {
    const auto target = parse_target(url);
    return target ? parse_address(target->host) : std::nullopt;
}

}  // namespace tanbo::notify
