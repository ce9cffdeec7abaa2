#include "server/net/http/http.hpp"

#include <algorithm>

#include <boost/beast/http/status.hpp>

#include "server/net/address.hpp"
#include "server/net/http/text.hpp"

namespace tanbo::net {

std::string_view method_name(Method method) {
    switch (method) {
        case Method::get:
            return "GET";
        case Method::head:
            return "HEAD";
        case Method::post:
            return "POST";
        case Method::put:
            return "PUT";
        case Method::delete_:
            return "DELETE";
        case Method::options:
            return "OPTIONS";
        case Method::patch:
            return "PATCH";
        case Method::other:
            return "";
    }
    return "";
}

std::string_view reason_phrase(int status) {
    const auto known = boost::beast::http::int_to_status(static_cast<unsigned>(status));
    if (known == boost::beast::http::status::unknown) return "Unknown";
    const auto phrase = boost::beast::http::obsolete_reason(known);
    return {phrase.data(), phrase.size()};
}

std::string client_network(std::string_view peer) {
    if (peer.find(':') == std::string_view::npos) return std::string(peer);  // no address of IPv6
    const auto address = parse_address(peer);
    if (!address || address->is_v4()) return std::string(peer);
    auto bytes = address->to_v6().to_bytes();
    std::fill(bytes.begin() + bytes.size() / 2, bytes.end(), 0);
    return boost::asio::ip::address_v6(bytes).to_string() + "/64";
}

std::optional<std::string_view> Request::header(std::string_view name) const {
    for (const Field& field : fields) {
        if (equal_names(field.name, name)) return field.value;
    }
    return std::nullopt;
}

std::vector<std::string_view> Request::headers(std::string_view name) const {
    std::vector<std::string_view> values;
    for (const Field& field : fields) {
        if (equal_names(field.name, name)) values.push_back(field.value);
    }
    return values;
}

std::vector<std::string_view> Request::list(std::string_view name) const {
    std::vector<std::string_view> elements;
    for (const Field& field : fields) {
        if (equal_names(field.name, name)) split_list(field.value, elements);
    }
    return elements;
}

}  // namespace tanbo::net
