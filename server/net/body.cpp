#include "server/net/body.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/beast/http/error.hpp>

namespace tanbo::net {

namespace http = boost::beast::http;

BodyParser::BodyParser(std::string_view head, std::size_t body_bytes_max, std::string& body,
                       error_code& error)
    : body_(body) {
    eager(true);
    body_limit(body_bytes_max);
    // The head's own maximum is the filter's; Beast counts trailers with it.
    header_limit(static_cast<std::uint32_t>(2 * head.size() + 1024));
    put(head, error);
}

std::size_t BodyParser::put(std::string_view bytes, error_code& error) {
    std::size_t used = 0;
    error = {};
    while (used < bytes.size() && !is_done()) {
        const std::string_view rest = bytes.substr(used);
        used += basic_parser::put(boost::asio::buffer(rest), error);
        if (error) break;
    }
    if (error == http::error::need_more) error = {};
    return used;
}

std::size_t BodyParser::append(View part, error_code& error) {
    error = {};
    body_.append(part.data(), part.size());
    return part.size();
}

}  // namespace tanbo::net
