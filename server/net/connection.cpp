#include "server/net/connection.hpp"

#include <algorithm>
#include <array>

#include "server/base/log.hpp"
#include "server/net/body.hpp"
#include "server/net/chunked_stream.hpp"
#include "server/net/response_head.hpp"
#include "server/net/text.hpp"
#include "server/net/websocket_session.hpp"

namespace tanbo::net {
namespace {

using base::Awaitable;

constexpr std::size_t read_bytes = 2048;
constexpr std::size_t discard_body_bytes_max = std::size_t{16} * 1024;
constexpr std::size_t request_id_bytes_max = 64;

bool is_request_id(std::string_view id) {
    return !id.empty() && id.size() <= request_id_bytes_max &&
           std::all_of(id.begin(), id.end(), [](char c) {
               return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                      c == '-' || c == '_' || c == '.';
           });
}

std::string_view bytes_of(const Response& response) {
    if (const auto* text = std::get_if<std::string>(&response.body)) return *text;
    if (const auto* shared = std::get_if<Bytes>(&response.body)) {
        return *shared ? std::string_view(**shared) : std::string_view();
    }
    return {};
}

}  // namespace

Fault too_many_from_address() {
    return {429, "too-many-connections", "Your address has too many connections open.", {}};
}

Connection::Connection(std::shared_ptr<Worker> worker, Socket socket, Entry entry)
    : worker_(std::move(worker)),
      socket_(std::move(socket)),
      position_(worker_->enter(*this)),
      address_(entry.address),
      address_text_(address_.to_string()),
      refusal_(std::move(entry.refusal)),
      place_of_address_(std::move(entry.place)) {
    error_code ignored;
    socket_.set_option(Tcp::no_delay(true), ignored);
}

Connection::~Connection() {
    worker_->leave(position_);
}

void Connection::start() {
    const base::Executor executor = socket_.get_executor();
    if (refusal_) {
        base::spawn(executor, "connection refused", turn_away(shared_from_this()));
    } else {
        base::spawn(executor, "connection", serve(shared_from_this()));
    }
}

void Connection::sweep(SteadyTime now) {
    if (tenant_ != nullptr) {
        tenant_->sweep(now);
        return;
    }
    const Limits& limits = worker_->limits();
    if (progress_.is_stalled(socket_, phase_ == Phase::writing, now, limits)) {
        drop_slow();
    } else if (phase_ == Phase::closing && progress_.is_pending()) {
        deadline_ = now + limits.linger_timeout;
    } else if (now >= deadline_) {
        has_timed_out_ = true;
        error_code ignored;
        if (phase_ == Phase::head || phase_ == Phase::body) {
            socket_.cancel(ignored);
        } else {
            socket_.close(ignored);
        }
    }
}

void Connection::drain(CloseCode code) {
    if (tenant_ != nullptr) {
        tenant_->drain(code);
    } else if (phase_ == Phase::idle) {
        error_code ignored;
        socket_.close(ignored);
    }
}

void Connection::drop() {
    if (tenant_ != nullptr) tenant_->drop();
    error_code ignored;
    socket_.close(ignored);
}

void Connection::drop_slow() {
    base::log::info("slow client dropped", {{"peer", address_text_}});
    worker_->shared().metrics.slow_clients.add();
    abort(socket_);
}

SteadyTime Connection::waits_since() const {
    const bool is_waiting = unsent_bytes_ > 0 && progress_.is_pending() && tenant_ == nullptr;
    return is_waiting ? progress_.since() : SteadyTime::max();
}

void Connection::enter(Phase phase, milliseconds allowed) {
    phase_ = phase;
    deadline_ = std::chrono::steady_clock::now() + allowed;
}

void Connection::wait_for_handler() {
    phase_ = Phase::handling;
    deadline_ = SteadyTime::max();
}

std::string_view Connection::unread() const {
    const auto data = buffer_.data();
    return {static_cast<const char*>(data.data()), data.size()};
}

Awaitable<void> Connection::serve(std::shared_ptr<Connection>) {
    bool goes_on = true;
    while (goes_on) {
        Request request;
        fault_.reset();
        const Got got = co_await read_head(request);
        if (got == Got::nothing) co_return;
        if (got == Got::fault) {
            goes_on = co_await answer_fault(request);
        } else {
            goes_on = co_await serve_request(request);
            place_of_request_.reset();
        }
    }
    co_await linger();
}

Awaitable<void> Connection::turn_away(std::shared_ptr<Connection>) {
    Request request;
    fail(*refusal_);
    worker_->shared().metrics.refused_connections.add();
    co_await answer_fault(request);
    co_await linger();
}

// --- reading ---

Connection::Got Connection::fail(Fault fault) {
    fault_ = std::move(fault);
    framing_.keep_alive = false;
    return Got::fault;
}

// A read ended without bytes: too slow, or gone.
Connection::Got Connection::fail_read() {
    if (!has_timed_out_ || phase_ == Phase::idle) return Got::nothing;
    return fail(Fault{408, "request-timeout", "The request took too long to arrive.", {}});
}

Awaitable<bool> Connection::read_some() {
    const auto space = buffer_.prepare(read_bytes);
    const auto [error, size] = co_await socket_.async_read_some(space, base::awaited_tuple);
    buffer_.commit(size);
    co_return !error && !has_timed_out_;
}

Awaitable<Connection::Got> Connection::read_head(Request& request) {
    const Limits& limits = worker_->limits();
    std::size_t scanned = 0;
    bool may_skip_line = true;  // one empty line before a request. Source: RFC 9112, 2.2
    framing_ = Framing();
    is_head_sound_ = false;
    enter(Phase::idle, limits.idle_timeout);
    while (true) {
        if (may_skip_line && unread().substr(0, 2) == "\r\n") {
            buffer_.consume(2);
            may_skip_line = false;
        }
        if (!unread().empty() && phase_ == Phase::idle) enter(Phase::head, limits.head_timeout);
        auto found = find_head_end(unread(), scanned, limits);
        if (auto* fault = std::get_if<Fault>(&found)) co_return fail(std::move(*fault));
        const HeadEnd end = std::get<HeadEnd>(found);
        if (end.size > 0) co_return take_head(request, end.size);
        scanned = end.scanned;
        if (phase_ == Phase::idle && worker_->is_draining()) co_return Got::nothing;
        const bool is_read = co_await read_some();
        if (!is_read) co_return fail_read();
    }
}

Connection::Got Connection::take_head(Request& request, std::size_t size) {
    request.head.assign(unread().substr(0, size));
    buffer_.consume(size);
    auto fault = parse_head(request, framing_, worker_->shared().options);
    const auto id = request.header("X-Request-Id");
    if (!fault && id && is_request_id(*id)) {
        request.id = *id;
    } else {
        request.id = worker_->next_request_id();
    }
    if (fault) return fail(std::move(*fault));
    is_head_sound_ = true;
    worker_->shared().proxies.identify(address_, address_text_, request);
    worker_->shared().metrics.requests.add();
    return Got::request;
}

Awaitable<Connection::Got> Connection::read_body(Request& request, std::size_t bytes_max) {
    const Fault too_large{413,
                          "body-too-large",
                          "The body is larger than " + std::to_string(bytes_max) + " bytes.",
                          {}};
    if (framing_.content_length > bytes_max) co_return fail(too_large);
    enter(Phase::body, worker_->limits().body_timeout);
    if (framing_.expects_continue && buffer_.size() == 0) {
        const bool is_written = co_await write("HTTP/1.1 100 Continue\r\n\r\n", "");
        if (!is_written) co_return Got::nothing;
        enter(Phase::body, worker_->limits().body_timeout);
    }
    error_code error;
    BodyParser parser(request.head, bytes_max, request.body, error);
    while (!error) {
        buffer_.consume(parser.put(unread(), error));
        if (error || parser.is_done()) break;
        if (buffer_.size() > worker_->limits().head_bytes_max) {
            error = boost::beast::http::error::header_limit;
        } else {
            const bool is_read = co_await read_some();
            if (!is_read) co_return fail_read();
        }
    }
    if (error == boost::beast::http::error::body_limit) co_return fail(too_large);
    if (error) co_return fail(Fault{400, "bad-request", "The body's chunks are malformed.", {}});
    co_return Got::request;
}

// --- one request ---

// Who comes through a trusted proxy has a place for as long as a request is being served, a
// socket's or a stream's whole life long; connections that the proxy keeps are nobody's.
bool Connection::take_place(const Request& request) {
    place_of_request_.reset();
    if (place_of_address_ || request.peer == address_text_) return true;
    place_of_request_ = worker_->shared().by_address.take(client_network(request.peer));
    return place_of_request_.has_value();
}

Awaitable<bool> Connection::serve_request(Request& request) {
    if (!take_place(request)) {
        fail(too_many_from_address());
        co_return co_await answer_fault(request);
    }
    auto admission = admit(request);
    if (!admission) {
        co_return co_await answer_fault(request);
    }
    if (admission->refusal) {
        co_return co_await refuse(request, std::move(*admission->refusal));
    }
    if (admission->is_websocket) {
        co_return co_await serve_websocket(request);
    }
    co_return co_await serve_admitted(request, *admission);
}

std::optional<Admission> Connection::admit(const Request& request) {
    try {
        return worker_->shared().handler.admit(request);
    } catch (const std::exception& e) {
        fail_handler("admission failed", request, e.what());
        return std::nullopt;
    }
}

// Our own failure: the log has the reason, the client the request's id.
void Connection::fail_handler(std::string_view what, const Request& request,
                              std::string_view reason) {
    base::log::error(what, {{"request", request.id}, {"error", reason}});
    fail(Fault{500, "internal-error", "The server failed.", &request});
}

Awaitable<bool> Connection::serve_admitted(Request& request, Admission& admission) {
    if (framing_.expects_continue && framing_.content_length <= admission.body_bytes_max) {
        wait_for_handler();
        auto refusal = co_await authorize(request, admission);
        if (refusal) {
            co_return co_await refuse(request, std::move(*refusal));
        }
    }
    if (framing_.has_body()) {
        const Got got = co_await read_body(request, admission.body_bytes_max);
        if (got == Got::nothing) co_return false;
        if (got == Got::fault) {
            co_return co_await answer_fault(request);
        }
    }
    wait_for_handler();
    Response response = co_await ask_handler(request, admission);
    co_return co_await respond(request, std::move(response));
}

// A small body of a refused request is read and forgotten, so that the connection can go on.
Awaitable<bool> Connection::refuse(Request& request, Response response) {
    if (framing_.has_body()) {
        const bool is_small = !framing_.is_chunked && !framing_.expects_continue &&
                              framing_.content_length <= discard_body_bytes_max;
        Got got = Got::fault;
        if (is_small) {
            got = co_await read_body(request, discard_body_bytes_max);
        }
        if (got == Got::nothing) co_return false;
        if (got == Got::fault) framing_.keep_alive = false;
    }
    co_return co_await respond(request, std::move(response));
}

Awaitable<std::optional<Response>> Connection::authorize(Request& request, Admission& admission) {
    std::optional<Response> refusal;
    std::string failure;
    try {
        refusal = co_await worker_->shared().handler.authorize(request, admission);
        admission.is_authorized = !refusal;
    } catch (const std::exception& e) {
        failure = e.what();
    } catch (...) {
        failure = "not a std::exception";
    }
    if (!failure.empty()) {
        fail_handler("authorization failed", request, failure);
        refusal = fault_response(*fault_);
    }
    co_return refusal;
}

Awaitable<Response> Connection::ask_handler(Request& request, Admission& admission) {
    std::string failure;
    try {
        co_return co_await worker_->shared().handler.handle(request, admission);
    } catch (const std::exception& e) {
        failure = e.what();
    } catch (...) {
        failure = "not a std::exception";
    }
    fail_handler("request failed", request, failure);
    co_return fault_response(*fault_);
}

Awaitable<bool> Connection::serve_websocket(Request& request) {
    std::optional<Fault> fault;
    if (!request.is_websocket) {
        fault = Fault{426, "upgrade-required", "This path speaks WebSocket, version 13.", {}};
    } else {
        fault = check_handshake(request, framing_);
    }
    if (!fault && buffer_.size() > 0) {
        fault = Fault{400, "bad-request", "Bytes follow the handshake before its answer.", {}};
    }
    if (fault) {
        fail(std::move(*fault));
        co_return co_await answer_fault(request);
    }
    wait_for_handler();
    std::variant<Response, Upgrade> answer;
    std::string failure;
    try {
        answer = co_await worker_->shared().handler.upgrade(request);
    } catch (const std::exception& e) {
        failure = e.what();
    } catch (...) {
        failure = "not a std::exception";
    }
    if (!failure.empty()) {
        fail_handler("upgrade failed", request, failure);
        co_return co_await answer_fault(request);
    }
    if (auto* refusal = std::get_if<Response>(&answer)) {
        co_return co_await respond(request, std::move(*refusal));
    }
    buffer_.shrink_to_fit();  // the session has its own; a spectator may stay for hours
    const auto session =
        std::make_shared<WebSocketSession>(*worker_, std::move(socket_), request.id);
    tenant_ = session.get();
    co_await session->run(request, std::get<Upgrade>(answer));
    tenant_ = nullptr;
    co_return false;
}

// --- writing ---

Response Connection::fault_response(const Fault& fault) {
    worker_->shared().metrics.faults.add();
    Response response = worker_->shared().handler.fault(fault);
    response.close = true;
    if (fault.status == 426) {
        response.headers.emplace_back("Upgrade", "websocket");
        response.headers.emplace_back("Sec-WebSocket-Version", "13");
    }
    return response;
}

Awaitable<bool> Connection::answer_fault(Request& request) {
    if (request.id.empty()) request.id = worker_->next_request_id();
    if (is_head_sound_) fault_->request = &request;
    base::log::info("request refused", {{"request", request.id},
                                        {"peer", address_text_},
                                        {"status", fault_->status},
                                        {"detail", fault_->detail}});
    Response response = fault_response(*fault_);
    co_return co_await respond(request, std::move(response));
}

// What a handler must not put on the wire becomes a 500.
void Connection::sanitize(const Request& request, Response& response) {
    if (is_sound(response)) return;
    base::log::error("response is malformed", {{"request", request.id}});
    response = Response();
    response.status = 500;
    response.close = true;
}

Awaitable<bool> Connection::respond(const Request& request, Response response) {
    sanitize(request, response);
    if (worker_->is_draining() || response.close) framing_.keep_alive = false;
    if (std::holds_alternative<Stream>(response.body)) {
        co_return co_await respond_stream(request, std::move(response));
    }
    const std::string_view body = bytes_of(response);
    HeadContext context;
    context.date = worker_->date();
    context.request_id = request.id;
    context.keep_alive = framing_.keep_alive;
    context.is_http_11 = framing_.is_http_11;
    if (!forbids_body(response.status)) context.content_length = body.size();
    out_.clear();
    append_head(out_, response, context);
    const bool sends_body = request.method != Method::head && !forbids_body(response.status);
    const std::string_view sent = sends_body ? body : std::string_view();
    hold_unsent(std::holds_alternative<std::string>(response.body) ? sent.size() : 0);
    const bool is_written = co_await write(out_, sent);
    hold_unsent(0);
    const bool stays_open = is_written && framing_.keep_alive;
    co_return stays_open;
}

Awaitable<bool> Connection::respond_stream(const Request& request, Response response) {
    const bool sends_body = request.method != Method::head && !forbids_body(response.status);
    if (!framing_.is_http_11 && sends_body) framing_.keep_alive = false;
    HeadContext context;
    context.date = worker_->date();
    context.request_id = request.id;
    context.keep_alive = framing_.keep_alive;
    context.is_http_11 = framing_.is_http_11;
    context.is_chunked = framing_.is_http_11 && !forbids_body(response.status);
    out_.clear();
    append_head(out_, response, context);
    const bool is_written = co_await write(out_, "");
    if (!is_written) co_return false;
    if (!sends_body) co_return framing_.keep_alive;
    auto& body = std::get<Stream>(response.body);
    const auto stream = std::make_shared<ChunkedStream>(
        *worker_, socket_, progress_, buffer_, framing_.is_http_11, std::move(body.heartbeat));
    tenant_ = stream.get();
    worker_->shared().metrics.streams.add(1);
    if (worker_->is_draining()) stream->drain(worker_->drain_code());
    const bool is_whole = co_await stream->run(body.produce);
    worker_->shared().metrics.streams.add(-1);
    tenant_ = nullptr;
    const bool stays_open = is_whole && framing_.keep_alive && !worker_->is_draining();
    co_return stays_open;
}

Awaitable<bool> Connection::write(std::string_view head, std::string_view body) {
    phase_ = Phase::writing;
    deadline_ = SteadyTime::max();
    progress_.begin(std::chrono::steady_clock::now());
    std::array<boost::asio::const_buffer, 2> buffers{boost::asio::buffer(head.data(), head.size()),
                                                     boost::asio::buffer(body.data(), body.size())};
    const error_code error = co_await write_all(socket_, buffers, progress_);
    if (error) {
        base::log::info("connection lost", {{"peer", address_text_}, {"error", error.message()}});
    }
    co_return !error;
}

// Small answers are not worth counting.
void Connection::hold_unsent(std::size_t bytes) {
    constexpr std::size_t counted_min = 4096;
    if (bytes < counted_min) bytes = 0;
    if (bytes == unsent_bytes_) return;
    worker_->shared().unsent_bytes.fetch_add(bytes - unsent_bytes_);  // modulo, so also less
    unsent_bytes_ = bytes;
}

// Shuts our side and discards the rest, so that no reset overtakes the answer.
// Source: RFC 9112, 9.6.
Awaitable<void> Connection::linger() {
    if (!socket_.is_open()) co_return;
    enter(Phase::closing, worker_->limits().linger_timeout);
    has_timed_out_ = false;
    error_code error;
    socket_.shutdown(Socket::shutdown_send, error);
    while (!error) {
        buffer_.clear();
        const auto space = buffer_.prepare(read_bytes);
        const auto [failure, size] = co_await socket_.async_read_some(space, base::awaited_tuple);
        error = failure;
    }
}

}  // namespace tanbo::net
