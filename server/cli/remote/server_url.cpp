#include "server/cli/remote/server_url.hpp"

#include <arpa/inet.h>
#include <memory>
#include <string_view>

#include <curl/curl.h>

#include "protocol/json/words.hpp"
#include "server/cli/screen/text.hpp"

namespace tanbo::cli {

namespace {

// The fault of it, as the end of a sentence; empty if there is none.
std::string_view fault_of(const std::string& url) {
    const std::string begin = protocol::lower(std::string_view(url).substr(0, 8));
    if (!begin.starts_with("http://") && !begin.starts_with("https://")) {
        return "it must begin with http:// or https://";
    }
    // Paths of the API are put behind it.
    if (url.find_first_of("?#") != url.npos) return "it must not contain ? or #";
    const std::unique_ptr<CURLU, decltype(&curl_url_cleanup)> read(curl_url(), curl_url_cleanup);
    const CURLUcode code = curl_url_set(read.get(), CURLUPART_URL, url.c_str(), 0);
    if (code == CURLUE_NO_HOST) return "it names no host";
    char* port = nullptr;
    const bool has_port = curl_url_get(read.get(), CURLUPART_PORT, &port, 0) == CURLUE_OK;
    const bool is_zero = has_port && std::string_view(port) == "0";
    curl_free(port);
    if (is_zero || code == CURLUE_BAD_PORT_NUMBER) return "its port must be from 1 to 65535";
    return code == CURLUE_OK ? "" : "it is malformed";
}

// In lower case; a port that is not written is that of the scheme.
std::string part_of(const std::string& url, CURLUPart part) {
    const std::unique_ptr<CURLU, decltype(&curl_url_cleanup)> read(curl_url(), curl_url_cleanup);
    char* text = nullptr;
    const bool has_part = curl_url_set(read.get(), CURLUPART_URL, url.c_str(), 0) == CURLUE_OK &&
                          curl_url_get(read.get(), part, &text, CURLU_DEFAULT_PORT) == CURLUE_OK;
    const std::string found = has_part ? text : "";
    curl_free(text);
    return protocol::lower(found);
}

// 127.0.0.0/8, [::1], and the names that RFC 6761 keeps for this machine.
bool is_loopback(std::string_view host) {
    in_addr address{};
    if (host.ends_with('.')) host.remove_suffix(1);
    if (host == "localhost" || host.ends_with(".localhost") || host == "[::1]") return true;
    const bool is_address = inet_pton(AF_INET, std::string(host).c_str(), &address) == 1;
    constexpr unsigned loopback_net = 127;
    return is_address && ntohl(address.s_addr) >> 24U == loopback_net;
}

// Without slashes at its end.
std::string path_of_server(const std::string& url) {
    std::string path = part_of(url, CURLUPART_PATH);
    while (path.ends_with('/')) path.pop_back();
    return path;
}

}  // namespace

bool is_readable_by_others(const std::string& url) {
    return part_of(url, CURLUPART_SCHEME) == "http" && !is_loopback(part_of(url, CURLUPART_HOST));
}

bool is_same_server(const std::string& one, const std::string& other) {
    for (const CURLUPart part : {CURLUPART_SCHEME, CURLUPART_HOST, CURLUPART_PORT}) {
        const std::string own = part_of(one, part);
        if (own.empty() || own != part_of(other, part)) return false;
    }
    return path_of_server(one) == path_of_server(other);
}

std::optional<std::string> why_no_server_url(const std::string& url) {
    const std::string_view fault = fault_of(url);
    if (fault.empty()) return std::nullopt;
    return "\"" + printable(url) + "\" is not a server address: " + std::string(fault);
}

}  // namespace tanbo::cli
