#include "server/net/connection.hpp"

#include "server/base/client_key.hpp"
#include "server/base/log.hpp"
#include "server/base/threads/async.hpp"
#include "server/net/http/chunked_stream.hpp"
#include "server/net/http/response_head.hpp"
#include "server/net/websocket/websocket_session.hpp"

namespace tanbo::net {
namespace {

using base::Awaitable;
using Phase = PhaseDeadline::Phase;

constexpr std::size_t discard_body_bytes_max = std::size_t{16} * 1024;

// A WebSocket may stay for hours: the connection that it was and its request are gone.
Awaitable<void> run(std::shared_ptr<WebSocketSession> session, Lease,
                    std::optional<base::ConcurrencyLimit::Slot>,
                    std::optional<base::ConcurrencyLimit::Slot>) {
    co_await session->run();
}

}  // namespace

Fault too_many_from_address() {
    return {429, "too-many-connections", "Your network address has too many open connections.", {}};
}

Connection::Connection(std::shared_ptr<Worker> worker, Socket socket, const Address& address,
                       std::optional<base::ConcurrencyLimit::Slot> place)
    : worker_(std::move(worker)),
      socket_(std::move(socket)),
      lease_(worker_, *this),
      address_(address),
      address_text_(address_.to_string()),
      address_slot_(std::move(place)),
      writer_(*worker_, socket_, phase_, address_text_),
      reader_(*worker_, socket_, phase_, writer_) {
    error_code ignored;
    socket_.set_option(Tcp::no_delay(true), ignored);
    socket_.non_blocking(true, ignored);
}

void Connection::start(std::optional<Fault> refusal) {
    const base::Executor executor = socket_.get_executor();
    if (refusal) {
        base::spawn(executor, "connection refused",
                    reject(shared_from_this(), std::move(*refusal)));
    } else {
        base::spawn(executor, "connection", serve(shared_from_this()));
    }
}

void Connection::sweep(SteadyTime now) {
    if (current_ != nullptr) {
        current_->sweep(now);
        return;
    }
    if (writer_.is_stalled(now)) {
        drop_slow();
    } else if (phase_.phase == Phase::closing && writer_.progress().is_pending()) {
        phase_.deadline = now + worker_->limits().linger_timeout;
    } else if (now >= phase_.deadline && phase_.phase == Phase::handling) {
        send_timeout();
    } else if (now >= phase_.deadline && !(phase_.phase == Phase::idle && has_unread())) {
        phase_.has_timed_out = true;
        error_code ignored;
        if (phase_.phase == Phase::head || phase_.phase == Phase::body) {
            socket_.cancel(ignored);
        } else {
            socket_.close(ignored);
        }
    }
}

// Whether unread bytes have arrived. Closing the socket would reset the connection, and their
// sender could not know whether they were taken.
bool Connection::has_unread() const {
    error_code ignored;
    return socket_.available(ignored) > 0;
}

void Connection::drain(CloseCode code) {
    if (current_ != nullptr) {
        current_->drain(code);
    } else if (phase_.phase == Phase::idle) {
        phase_.enter(Phase::idle, worker_->limits().idle_timeout_in_drain);
    }
}

void Connection::drop() {
    if (current_ != nullptr) current_->drop();
    error_code ignored;
    socket_.close(ignored);
}

void Connection::drop_slow() {
    writer_.abandon();
}

SteadyTime Connection::stalled_since() const {
    return current_ == nullptr ? writer_.stalled_since() : SteadyTime::max();
}

Awaitable<void> Connection::serve(std::shared_ptr<Connection>) {
    bool goes_on = true;
    while (goes_on) {
        Request request;
        const Got got = co_await reader_.read_head(request);
        if (got == Got::nothing) co_return;
        if (got == Got::fault) {
            goes_on = co_await answer_fault(request);
        } else {
            worker_->shared().proxies.identify(address_, address_text_, request);
            goes_on = co_await serve_request(request);
            request_slot_.reset();
        }
    }
    if (!is_late_) co_await linger();
}

Awaitable<void> Connection::reject(std::shared_ptr<Connection>, Fault refusal) {
    Request request;
    reader_.fail(std::move(refusal));
    worker_->shared().metrics.refused_connections.add();
    co_await answer_fault(request);
    co_await linger();
}

// --- one request ---

// A client behind a trusted proxy has a place while a request is served, or for the whole life of a
// socket or a stream; idle connections of the proxy take no place.
bool Connection::take_slot(const Request& request) {
    request_slot_.reset();
    if (address_slot_ || request.peer == address_text_) return true;
    request_slot_ = worker_->shared().by_address.take(client_network(request.peer));
    return request_slot_.has_value();
}

Awaitable<bool> Connection::serve_request(Request& request) {
    if (!take_slot(request)) {
        reader_.fail(too_many_from_address());
        return answer_fault(request);
    }
    auto admission = admit(request);
    if (!admission) return answer_fault(request);
    if (admission->refusal) return refuse(request, std::move(*admission->refusal));
    if (admission->is_websocket) return serve_websocket(request);
    return serve_admitted(request, std::move(*admission));
}

std::optional<Admission> Connection::admit(const Request& request) {
    try {
        return worker_->shared().handler.admit(request);
    } catch (const std::exception& e) {
        fail_handler("admission-failed", "admission failed", request, e.what());
        return std::nullopt;
    }
}

// Our own failure: the log has the reason, the client the request's id.
void Connection::fail_handler(base::log::Event event, std::string_view what, const Request& request,
                              std::string_view reason) {
    base::log::error(event, what, {{"request", request.id}, {"error", reason}});
    reader_.fail(Fault{500, "internal-error", "The server failed.", &request});
}

// Nothing: the body is there. Otherwise something else was answered, and this says whether the
// connection goes on.
Awaitable<std::optional<bool>> Connection::take_body(Request& request, Admission& admission) {
    if (reader_.framing().expects_continue &&
        reader_.framing().content_length <= admission.body_bytes_max) {
        enter_handling(request, admission.may_take_long);
        auto refusal = co_await authorize(request, admission);
        if (is_late_) co_return false;
        if (refusal) {
            co_return co_await refuse(request, std::move(*refusal));
        }
    }
    const Got got = co_await reader_.read_body(request, admission.body_bytes_max);
    if (got == Got::nothing) co_return false;
    if (got == Got::fault) {
        co_return co_await answer_fault(request);
    }
    co_return std::nullopt;
}

// Its frame is small enough for Asio to keep (1,020 bytes), and so is that of Api::handle. A larger
// frame is allocated for each request, and a smaller one that was kept is thrown away for it.
Awaitable<bool> Connection::serve_admitted(Request& request, Admission admission) {
    if (reader_.framing().has_body()) {
        const std::optional<bool> goes_on = co_await take_body(request, admission);
        if (goes_on) co_return *goes_on;
    }
    enter_handling(request, admission.may_take_long);
    Response response;
    std::string failure;
    try {
        response = co_await worker_->shared().handler.handle(request, admission);
    } catch (...) {
        failure = base::describe_exception();
    }
    if (!failure.empty()) {
        fail_handler("request-failed", "request failed", request, failure);
        response = fault_response(*reader_.fault());
    }
    if (is_late_) co_return false;
    co_return co_await respond(request, std::move(response));
}

void Connection::enter_handling(const Request& request, bool may_take_long) {
    const milliseconds within = worker_->limits().answer_within;
    base::current_client = {request.network, 0};
    handled_ = &request;
    if (within.count() == 0 || may_take_long) {
        phase_.enter(Phase::handling);
    } else {
        phase_.enter(Phase::handling, within);
    }
}

// The handler goes on, and its request with it.
void Connection::send_timeout() {
    const Request& request = *handled_;
    worker_->record_late(request.id);
    is_late_ = true;
    Response response = worker_->shared().handler.late(request);
    response.close = true;
    phase_.enter(Phase::handling);
    base::spawn(socket_.get_executor(), "late answer",
                write_late(shared_from_this(), request.method, request.id, std::move(response)));
}

// The request itself may be gone before all is written.
Awaitable<void> Connection::write_late(std::shared_ptr<Connection> self, Method method,
                                       std::string id, Response response) {
    Request request;
    request.method = method;
    request.id = std::move(id);
    const bool goes_on = co_await self->respond(request, std::move(response));
    static_cast<void>(goes_on);
    co_await self->linger();
}

// Reads and forgets a small body of a refused request: the connection can go on.
Awaitable<bool> Connection::refuse(Request& request, Response response) {
    if (reader_.framing().has_body()) {
        const bool is_small = !reader_.framing().is_chunked &&
                              !reader_.framing().expects_continue &&
                              reader_.framing().content_length <= discard_body_bytes_max;
        Got got = Got::fault;
        if (is_small) {
            got = co_await reader_.read_body(request, discard_body_bytes_max);
        }
        if (got == Got::nothing) co_return false;
        if (got == Got::fault) reader_.framing().keep_alive = false;
    }
    co_return co_await respond(request, std::move(response));
}

Awaitable<std::optional<Response>> Connection::authorize(Request& request, Admission& admission) {
    std::optional<Response> refusal;
    std::string failure;
    try {
        refusal = co_await worker_->shared().handler.authorize(request, admission);
        admission.is_authorized = !refusal;
    } catch (...) {
        failure = base::describe_exception();
    }
    if (!failure.empty()) {
        fail_handler("authorization-failed", "authorization failed", request, failure);
        refusal = fault_response(*reader_.fault());
    }
    co_return refusal;
}

Awaitable<bool> Connection::serve_websocket(Request& request) {
    std::optional<Fault> fault;
    if (!request.is_websocket) {
        fault = Fault{426, "upgrade-required", "This path needs WebSocket, version 13.", {}};
    } else {
        fault = check_handshake(request, reader_.framing());
    }
    if (!fault && reader_.buffer().size() > 0) {
        fault = Fault{400, "bad-request", "Data sent before the reply to the handshake.", {}};
    }
    if (fault) {
        reader_.fail(std::move(*fault));
        co_return co_await answer_fault(request);
    }
    enter_handling(request, false);
    std::variant<Response, Upgrade> answer;
    std::string failure;
    try {
        answer = co_await worker_->shared().handler.upgrade(request);
    } catch (...) {
        failure = base::describe_exception();
    }
    if (!failure.empty()) fail_handler("upgrade-failed", "upgrade failed", request, failure);
    if (is_late_) co_return false;
    if (!failure.empty()) {
        co_return co_await answer_fault(request);
    }
    if (auto* refusal = std::get_if<Response>(&answer)) {
        co_return co_await respond(request, std::move(*refusal));
    }
    const base::Executor executor = socket_.get_executor();
    auto session = std::make_shared<WebSocketSession>(*worker_, std::move(socket_), request.id,
                                                      std::move(std::get<Upgrade>(answer)));
    current_ = session.get();
    const bool is_accepted = co_await session->accept(request);
    current_ = nullptr;
    if (is_accepted) {
        lease_.assign(*session);
        base::spawn(executor, "websocket",
                    run(std::move(session), std::move(lease_), std::move(address_slot_),
                        std::move(request_slot_)));
    }
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
    Fault& fault = *reader_.fault();
    if (reader_.is_head_sound()) fault.request = &request;
    base::log::info("request-malformed", "request refused",
                    {{"request", request.id},
                     {"peer", address_text_},
                     {"status", fault.status},
                     {"detail", fault.detail}});
    Response response = fault_response(fault);
    co_return co_await respond(request, std::move(response));
}

// A response that a handler must not put on the wire becomes a 500.
void Connection::sanitize(const Request& request, Response& response) {
    if (is_sound(response)) return;
    base::log::error("response-malformed", "response is malformed", {{"request", request.id}});
    response = Response();
    response.status = 500;
    response.close = true;
}

Awaitable<bool> Connection::respond(const Request& request, Response response) {
    Framing& framing = reader_.framing();
    sanitize(request, response);
    if (worker_->is_draining() || response.close) framing.keep_alive = false;
    if (std::holds_alternative<Stream>(response.body)) {
        return respond_stream(request, std::move(response));
    }
    return writer_.write_whole(request, framing, std::move(response));
}

Awaitable<bool> Connection::respond_stream(const Request& request, Response response) {
    Framing& framing = reader_.framing();
    const bool has_body = sends_body(request, response);
    if (!framing.is_http_11 && has_body) framing.keep_alive = false;
    const bool is_written = co_await writer_.write_stream_head(request, framing, response);
    if (!is_written) co_return false;
    if (!has_body) co_return framing.keep_alive;
    auto& body = std::get<Stream>(response.body);
    const auto stream =
        std::make_shared<ChunkedStream>(*worker_, socket_, writer_.progress(), reader_.buffer(),
                                        framing.is_http_11, std::move(body.heartbeat));
    current_ = stream.get();
    worker_->shared().metrics.streams.add(1);
    if (worker_->is_draining()) stream->drain(worker_->drain_code());
    const bool is_whole = co_await stream->run(body.produce);
    worker_->shared().metrics.streams.add(-1);
    current_ = nullptr;
    co_return is_whole&& framing.keep_alive && !worker_->is_draining();
}

// Shuts our side and discards the rest: no reset overtakes the answer. Source: RFC 9112, 9.6.
Awaitable<void> Connection::linger() {
    if (!socket_.is_open()) co_return;
    phase_.enter(Phase::closing, worker_->limits().linger_timeout);
    phase_.has_timed_out = false;
    error_code error;
    socket_.shutdown(Socket::shutdown_send, error);
    if (!error) {
        co_await reader_.discard();
    }
}

}  // namespace tanbo::net
