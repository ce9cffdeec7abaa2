#include "server/net/http/chunk_parser.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/beast/http/error.hpp>

namespace tanbo::net {

namespace http = boost::beast::http;

namespace {

// "0\r\n\r\n": what is left of a body in chunks is never less before its end. Beast asserts that it
// has as much once it has seen the last chunk.
constexpr std::size_t chunked_bytes_min = 5;

}  // namespace

ChunkParser::ChunkParser(std::string_view head, std::size_t body_bytes_max, std::string& body,
                         error_code& error)
    : body_(body) {
    eager(true);
    body_limit(body_bytes_max);
    // The head's own maximum is the filter's; Beast counts trailers with it.
    header_limit(static_cast<std::uint32_t>(2 * head.size() + 1024));
    put(head, error);
}

std::size_t ChunkParser::put(std::string_view bytes, error_code& error) {
    std::size_t used = 0;
    error = {};
    while (used < bytes.size() && !is_done()) {
        if (chunked() && bytes.size() - used < chunked_bytes_min) break;
        input_ = bytes.substr(used);
        used += basic_parser::put(boost::asio::buffer(input_), error);
        if (error) break;
    }
    if (error == http::error::need_more) error = {};
    return used;
}

// Beast joins the lines of a folded field before it hands the value out; the bytes still show them.
void ChunkParser::on_field_impl(FieldName, View name, View, error_code& error) {
    error = {};
    const auto at = static_cast<std::size_t>(name.data() - input_.data());
    const std::size_t line_end = input_.find("\r\n", at);
    const bool is_folded = line_end != std::string_view::npos && line_end + 2 < input_.size() &&
                           (input_[line_end + 2] == ' ' || input_[line_end + 2] == '\t');
    if (is_folded) error = http::error::bad_obs_fold;
}

std::size_t ChunkParser::append(View part, error_code& error) {
    error = {};
    body_.append(part.data(), part.size());
    return part.size();
}

}  // namespace tanbo::net
