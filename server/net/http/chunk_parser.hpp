#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <boost/beast/http/basic_parser.hpp>

#include "server/net/socket.hpp"

namespace tanbo::net {

// Takes a body in chunks off the wire: Beast's parser with nothing kept but the body. Trailer
// fields are read and forgotten: no field can be added after the checks. One that is folded over
// two lines is refused, as in a head.
class ChunkParser : private boost::beast::http::basic_parser<true> {
public:
    // The head has passed the strict filter. The body is appended to `body`, up to body_bytes_max.
    ChunkParser(std::string_view head, std::size_t body_bytes_max, std::string& body,
                error_code& error);

    // Yields how many of the bytes were used. error is http::error::body_limit for a body that is
    // too large, another one for bad chunks.
    std::size_t put(std::string_view bytes, error_code& error);

    bool is_done() const { return basic_parser::is_done(); }

private:
    using Verb = boost::beast::http::verb;
    using FieldName = boost::beast::http::field;
    using View = boost::beast::string_view;

    void on_request_impl(Verb, View, View, int, error_code& error) override { error = {}; }
    void on_response_impl(int, View, int, error_code& error) override { error = {}; }
    void on_field_impl(FieldName, View name, View value, error_code& error) override;
    void on_header_impl(error_code& error) override { error = {}; }
    void on_body_init_impl(const boost::optional<std::uint64_t>&, error_code& error) override {
        error = {};
    }
    std::size_t on_body_impl(View part, error_code& error) override { return append(part, error); }
    void on_chunk_header_impl(std::uint64_t, View, error_code& error) override { error = {}; }
    std::size_t on_chunk_body_impl(std::uint64_t, View part, error_code& error) override {
        return append(part, error);
    }
    void on_finish_impl(error_code& error) override { error = {}; }

    std::size_t append(View part, error_code& error);

    std::string& body_;
    std::string_view input_;  // of the put() that runs
};

}  // namespace tanbo::net
