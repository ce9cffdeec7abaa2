#pragma once

#include <list>
#include <memory>
#include <optional>
#include <string>

#include "server/base/log.hpp"
#include "server/net/pace.hpp"
#include "server/net/request_reader.hpp"
#include "server/net/response_writer.hpp"
#include "server/net/socket.hpp"
#include "server/net/worker.hpp"

namespace tanbo::net {

class WebSocketSession;

// Something that has taken over a connection: a WebSocket or a stream.
class Tenant {
public:
    virtual ~Tenant() = default;
    virtual void sweep(SteadyTime now) = 0;
    virtual void drain(CloseCode code) = 0;
    virtual void drop() = 0;
};

// A client has as many connections, or requests through a proxy, as one may have.
Fault too_many_from_address();

// One client: requests one after the other, until either side has enough. All of it is one
// coroutine, but for a WebSocket's life; deadlines are points in time that the worker's sweep
// compares.
class Connection : public std::enable_shared_from_this<Connection> {
public:
    // `place`: of its address; a trusted proxy has none.
    Connection(std::shared_ptr<Worker> worker, Socket socket, const Address& address,
               std::optional<AddressLimit::Place> place);
    ~Connection();
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    // Starts the coroutine. Whoever is refused is told so and nothing else.
    void start(std::optional<Fault> refusal);

    // --- for the worker ---
    void sweep(SteadyTime now);
    void drain(CloseCode code);
    void drop();
    // Because of what it does not take.
    void drop_slow();
    // Of an answer that nobody else holds.
    std::size_t unsent_bytes() const { return writer_.unsent_bytes(); }
    // Since when it takes too little of such an answer; the end of time if it has none.
    SteadyTime waits_since() const;

private:
    using Got = RequestReader::Got;

    bool has_unread() const;
    base::Awaitable<void> serve(std::shared_ptr<Connection> self);
    base::Awaitable<void> turn_away(std::shared_ptr<Connection> self, Fault refusal);

    // --- one request; false if the connection ends with it ---
    base::Awaitable<bool> serve_request(Request& request);
    bool take_place(const Request& request);
    std::optional<Admission> admit(const Request& request);
    void fail_handler(base::log::Event event, std::string_view what, const Request& request,
                      std::string_view reason);
    base::Awaitable<std::optional<bool>> take_body(Request& request, Admission& admission);
    base::Awaitable<bool> serve_admitted(Request& request, Admission admission);
    base::Awaitable<bool> serve_websocket(Request& request);
    static base::Awaitable<void> run_websocket(std::shared_ptr<Connection> self,
                                               std::shared_ptr<WebSocketSession> session);
    base::Awaitable<std::optional<Response>> authorize(Request& request, Admission& admission);
    base::Awaitable<bool> refuse(Request& request, Response response);
    void enter_handling(const Request& request, bool may_take_long);
    void tell_late();
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
    std::list<Connection*>::iterator position_;
    const Address address_;
    const std::string address_text_;
    const std::optional<AddressLimit::Place> place_of_address_;
    std::optional<AddressLimit::Place> place_of_request_;  // of whom a proxy speaks for
    Pace pace_;
    ResponseWriter writer_;
    RequestReader reader_;
    Tenant* tenant_ = nullptr;
    const Request* handled_ = nullptr;  // in the phase `handling`
    bool is_late_ = false;  // the client was told so; what the handler says goes nowhere
};

}  // namespace tanbo::net
