#include "server/net/http/response_writer.hpp"

#include <variant>

#include "server/base/log.hpp"
#include "server/net/http/response_head.hpp"

namespace tanbo::net {
namespace {

using base::Awaitable;

constexpr std::size_t counted_bytes_min = 4096;  // smaller answers are not worth counting
// As much as the kernel takes besides; of those an address has at most one a connection.
constexpr std::size_t shared_bytes_min = std::size_t{64} * 1024;

std::string_view bytes_of(const Response& response) {
    if (const auto* text = std::get_if<std::string>(&response.body)) return *text;
    if (const auto* shared = std::get_if<Bytes>(&response.body)) {
        return *shared ? std::string_view(**shared) : std::string_view();
    }
    return {};
}

}  // namespace

bool sends_body(const Request& request, const Response& response) {
    return request.method != Method::head && !forbids_body(response.status);
}

Awaitable<bool> ResponseWriter::write_whole(const Request& request, const Framing& framing,
                                            Response response) {
    put_head(request, framing, response, false);
    const bool has_body = sends_body(request, response);
    const std::string_view sent = has_body ? bytes_of(response) : std::string_view();
    const bool is_own = std::holds_alternative<std::string>(response.body);
    std::unique_ptr<base::ConcurrencyLimit::Slot> share;
    if (is_own && sent.size() > shared_bytes_min && !request.is_local) {
        share = share_of(request, sent.size());
        if (share == nullptr) {
            abandon();
            co_return false;
        }
    }
    hold_unsent(is_own ? sent.size() : 0);
    Buffers buffers = begin(out_, sent);
    const bool is_written = end(co_await write_all(socket_, buffers, progress_));
    hold_unsent(0);
    co_return is_written&& framing.keep_alive;
}

Awaitable<bool> ResponseWriter::write_stream_head(const Request& request, const Framing& framing,
                                                  const Response& response) {
    put_head(request, framing, response, true);
    return write(out_, "");
}

void ResponseWriter::put_head(const Request& request, const Framing& framing,
                              const Response& response, bool is_stream) {
    const bool may_have_body = !forbids_body(response.status);
    HeadContext context;
    context.date = worker_.date();
    context.request_id = request.id;
    context.keep_alive = framing.keep_alive;
    context.is_http_11 = framing.is_http_11;
    context.is_chunked = is_stream && framing.is_http_11 && may_have_body;
    if (!is_stream && may_have_body) context.content_length = bytes_of(response).size();
    out_.clear();
    append_head(out_, response, context);
}

Awaitable<bool> ResponseWriter::write(std::string_view head, std::string_view body) {
    Buffers buffers = begin(head, body);
    co_return end(co_await write_all(socket_, buffers, progress_));
}

ResponseWriter::Buffers ResponseWriter::begin(std::string_view head, std::string_view body) {
    phase_.enter(PhaseDeadline::Phase::writing);
    progress_.begin(std::chrono::steady_clock::now());
    return {boost::asio::buffer(head.data(), head.size()),
            boost::asio::buffer(body.data(), body.size())};
}

bool ResponseWriter::end(error_code error) {
    if (error) {
        base::log::info("connection-lost", "connection lost",
                        {{"peer", peer_}, {"error", error.message()}});
    }
    return !error;
}

bool ResponseWriter::is_stalled(SteadyTime now) {
    const bool is_writing = phase_.phase == PhaseDeadline::Phase::writing;
    return progress_.is_stalled(socket_, is_writing, now, worker_.limits());
}

SteadyTime ResponseWriter::stalled_since() const {
    const bool is_waiting = unsent_bytes_ > 0 && progress_.is_pending();
    return is_waiting ? progress_.since() : SteadyTime::max();
}

// The answer's part of its client's unsent bytes; nothing if they have too many.
std::unique_ptr<base::ConcurrencyLimit::Slot> ResponseWriter::share_of(const Request& request,
                                                                       std::size_t bytes) const {
    auto place = worker_.shared().unsent_by_address.take_many(client_network(request.peer), bytes);
    if (!place) return nullptr;
    return std::make_unique<base::ConcurrencyLimit::Slot>(std::move(*place));
}

void ResponseWriter::abandon() {
    base::log::info("client-too-slow", "slow client dropped", {{"peer", peer_}});
    worker_.shared().metrics.slow_clients.add();
    abort(socket_);
}

void ResponseWriter::hold_unsent(std::size_t bytes) {
    if (bytes < counted_bytes_min) bytes = 0;
    if (bytes == unsent_bytes_) return;
    worker_.shared().unsent_bytes.fetch_add(bytes - unsent_bytes_);  // modulo, so also less
    unsent_bytes_ = bytes;
}

}  // namespace tanbo::net
