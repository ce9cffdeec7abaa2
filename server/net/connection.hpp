#pragma once

#include <memory>
#include <optional>
#include <string>

#include "server/base/log.hpp"
#include "server/net/connection_handler.hpp"
#include "server/net/http/request_reader.hpp"
#include "server/net/http/response_writer.hpp"
#include "server/net/phase_deadline.hpp"
#include "server/net/socket.hpp"
#include "server/net/worker.hpp"

namespace tanbo::net {

// A client has as many connections, or requests through a proxy, as one may have.
Fault too_many_from_address();

// One client: requests one after the other, in one coroutine, until either side has enough or it
// has become a WebSocket.
class Connection final : public ConnectionHandler, public std::enable_shared_from_this<Connection> {
public:
    // `place`: of its address; a trusted proxy has none.
    Connection(std::shared_ptr<Worker> worker, Socket socket, const Address& address,
               std::optional<base::ConcurrencyLimit::Slot> place);
    ~Connection() override = default;
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    // Starts the coroutine. With a refusal, it sends only that.
    void start(std::optional<Fault> refusal);

    // --- ConnectionHandler ---
    void sweep(SteadyTime now) override;
    void drain(CloseCode code) override;
    void drop() override;
    std::size_t unsent_bytes() const override { return writer_.unsent_bytes(); }
    SteadyTime stalled_since() const override;
    void drop_slow() override;

private:
    using Got = RequestReader::Got;

    bool has_unread() const;
    base::Awaitable<void> serve(std::shared_ptr<Connection> self);
    base::Awaitable<void> reject(std::shared_ptr<Connection> self, Fault refusal);

    // --- one request; false if the connection ends with it ---
    base::Awaitable<bool> serve_request(Request& request);
    bool take_slot(const Request& request);
    std::optional<Admission> admit(const Request& request);
    void fail_handler(base::log::Event event, std::string_view what, const Request& request,
                      std::string_view reason);
    base::Awaitable<std::optional<bool>> take_body(Request& request, Admission& admission);
    base::Awaitable<bool> serve_admitted(Request& request, Admission admission);
    base::Awaitable<bool> serve_websocket(Request& request);
    base::Awaitable<std::optional<Response>> authorize(Request& request, Admission& admission);
    base::Awaitable<bool> refuse(Request& request, Response response);
    void enter_handling(const Request& request, bool may_take_long);
    void send_timeout();
    static base::Awaitable<void> write_late(std::shared_ptr<Connection> self, Method method,
                                            std::string id, Response response);
    base::Awaitable<bool> answer_fault(Request& request);

    // --- writing ---
    base::Awaitable<bool> respond(const Request& request, Response response);
    base::Awaitable<bool> respond_stream(const Request& request, Response response);
    base::Awaitable<void> linger();
    void sanitize(const Request& request, Response& response);
    Response fault_response(const Fault& fault);

    std::shared_ptr<Worker> worker_;
    Socket socket_;
    Lease lease_;
    const Address address_;
    const std::string address_text_;
    std::optional<base::ConcurrencyLimit::Slot> address_slot_;
    std::optional<base::ConcurrencyLimit::Slot> request_slot_;  // of whom a proxy speaks for
    PhaseDeadline phase_;
    ResponseWriter writer_;
    RequestReader reader_;
    ConnectionHandler* current_ = nullptr;  // a stream, or a WebSocket in its handshake
    const Request* handled_ = nullptr;      // in the phase `handling`
    bool is_late_ = false;  // the client was told so; what the handler says goes nowhere
};

}  // namespace tanbo::net
