#include "server/net/http/request_reader.hpp"

#include <algorithm>

#include "protocol/json/words.hpp"
#include "server/net/http/chunk_parser.hpp"
#include "server/net/http/text.hpp"

namespace tanbo::net {
namespace {

using base::Awaitable;
using Phase = PhaseDeadline::Phase;

constexpr std::size_t read_bytes = 2048;
constexpr std::size_t request_id_bytes_max = 64;

bool is_request_id(std::string_view id) {
    return !id.empty() && id.size() <= request_id_bytes_max &&
           std::all_of(id.begin(), id.end(), [](char c) {
               return protocol::is_alphanumeric(c) || c == '-' || c == '_' || c == '.';
           });
}

}  // namespace

std::string_view RequestReader::unread() const {
    const auto data = buffer_.data();
    return {static_cast<const char*>(data.data()), data.size()};
}

RequestReader::Got RequestReader::fail(Fault fault) {
    fault_ = std::move(fault);
    framing_.keep_alive = false;
    return Got::fault;
}

// A read ended without bytes: too slow, or gone.
RequestReader::Got RequestReader::fail_read() {
    if (!phase_.has_timed_out || phase_.phase == Phase::idle) return Got::nothing;
    return fail(Fault{408, "request-timeout", "The request took too long to arrive.", {}});
}

Awaitable<bool> RequestReader::read_some() {
    const auto space = buffer_.prepare(read_bytes);
    const auto [error, size] = co_await socket_.async_read_some(space, base::awaited_tuple);
    buffer_.commit(size);
    co_return !error && !phase_.has_timed_out;
}

Awaitable<RequestReader::Got> RequestReader::read_head(Request& request) {
    const Limits& limits = worker_.limits();
    std::size_t scanned = 0;
    bool may_skip_line = true;  // one empty line before a request. Source: RFC 9112, 2.2
    framing_ = Framing();
    fault_.reset();
    is_head_sound_ = false;
    phase_.enter(Phase::idle,
                 worker_.is_draining() ? limits.idle_timeout_in_drain : limits.idle_timeout);
    while (true) {
        if (may_skip_line && unread().substr(0, 2) == "\r\n") {
            buffer_.consume(2);
            may_skip_line = false;
        }
        if (!unread().empty() && phase_.phase == Phase::idle)
            phase_.enter(Phase::head, limits.head_timeout);
        auto found = find_head_end(unread(), scanned, limits);
        if (auto* fault = std::get_if<Fault>(&found)) co_return fail(std::move(*fault));
        const HeadEnd end = std::get<HeadEnd>(found);
        if (end.size > 0) co_return take_head(request, end.size);
        scanned = end.scanned;
        const bool is_read = co_await read_some();
        if (!is_read) co_return fail_read();
    }
}

RequestReader::Got RequestReader::take_head(Request& request, std::size_t size) {
    request.head.assign(unread().substr(0, size));
    buffer_.consume(size);
    auto fault = parse_head(request, framing_, worker_.shared().options);
    const auto id = request.header("X-Request-Id");
    if (!fault && id && is_request_id(*id)) {
        request.id = *id;
    } else {
        request.id = worker_.next_request_id();
    }
    if (fault) return fail(std::move(*fault));
    is_head_sound_ = true;
    worker_.shared().metrics.requests.add();
    return Got::request;
}

Awaitable<RequestReader::Got> RequestReader::read_body(Request& request, std::size_t bytes_max) {
    if (framing_.content_length > bytes_max) co_return fail(body_too_large(bytes_max));
    phase_.enter(Phase::body, worker_.limits().body_timeout);
    if (framing_.expects_continue && buffer_.size() == 0) {
        const bool is_written = co_await writer_.write("HTTP/1.1 100 Continue\r\n\r\n", "");
        if (!is_written) co_return Got::nothing;
        phase_.enter(Phase::body, worker_.limits().body_timeout);
    }
    if (framing_.is_chunked) co_return co_await read_chunks(request, bytes_max);
    while (true) {
        const std::string_view part =
            unread().substr(0, framing_.content_length - request.body.size());
        request.body.append(part);
        buffer_.consume(part.size());
        if (request.body.size() == framing_.content_length) co_return Got::request;
        const bool is_read = co_await read_some();
        if (!is_read) co_return fail_read();
    }
}

Awaitable<RequestReader::Got> RequestReader::read_chunks(Request& request, std::size_t bytes_max) {
    error_code error;
    ChunkParser parser(request.head, bytes_max, request.body, error);
    while (!error) {
        buffer_.consume(parser.put(unread(), error));
        if (error || parser.is_done()) break;
        if (buffer_.size() > worker_.limits().head_bytes_max) {
            error = boost::beast::http::error::header_limit;
        } else {
            const bool is_read = co_await read_some();
            if (!is_read) co_return fail_read();
        }
    }
    if (error == boost::beast::http::error::body_limit) co_return fail(body_too_large(bytes_max));
    if (error) co_return fail(Fault{400, "bad-request", "The body's chunks are malformed.", {}});
    co_return Got::request;
}

Awaitable<void> RequestReader::discard() {
    error_code error;
    while (!error) {
        buffer_.clear();
        const auto space = buffer_.prepare(read_bytes);
        const auto [failure, size] = co_await socket_.async_read_some(space, base::awaited_tuple);
        error = failure;
    }
}

}  // namespace tanbo::net
