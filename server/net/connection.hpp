#pragma once

#include <list>
#include <memory>
#include <optional>
#include <string>

#include <boost/beast/core/flat_buffer.hpp>

#include "server/net/head.hpp"
#include "server/net/socket.hpp"
#include "server/net/worker.hpp"
#include "server/net/write_progress.hpp"

namespace tanbo::net {

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
// coroutine; deadlines are points in time that the worker's sweep compares.
class Connection : public std::enable_shared_from_this<Connection> {
public:
    // What was found out when it came.
    struct Entry {
        Address address;
        std::optional<Fault> refusal;  // told so and nothing else
        std::optional<AddressLimit::Place> place;
    };

    Connection(std::shared_ptr<Worker> worker, Socket socket, Entry entry);
    ~Connection();
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    // Starts the coroutine.
    void start();

    // --- for the worker ---
    void sweep(SteadyTime now);
    void drain(CloseCode code);
    void drop();
    // Because of what it does not take.
    void drop_slow();
    // Of an answer that nobody else holds.
    std::size_t unsent_bytes() const { return unsent_bytes_; }
    // Since when it takes too little of such an answer; the end of time where it has none.
    SteadyTime waits_since() const;

private:
    enum class Phase { idle, head, body, handling, writing, closing };
    enum class Got { request, fault, nothing };

    base::Awaitable<void> serve(std::shared_ptr<Connection> self);
    base::Awaitable<void> turn_away(std::shared_ptr<Connection> self);

    // --- reading ---
    base::Awaitable<Got> read_head(Request& request);
    base::Awaitable<Got> read_body(Request& request, std::size_t bytes_max);
    base::Awaitable<bool> read_some();
    Got take_head(Request& request, std::size_t size);
    Got fail(Fault fault);
    Got fail_read();

    // --- one request; false where the connection ends with it ---
    base::Awaitable<bool> serve_request(Request& request);
    bool take_place(const Request& request);
    std::optional<Admission> admit(const Request& request);
    void fail_handler(std::string_view what, const Request& request, std::string_view reason);
    base::Awaitable<bool> serve_admitted(Request& request, Admission& admission);
    base::Awaitable<bool> serve_websocket(Request& request);
    base::Awaitable<std::optional<Response>> authorize(Request& request, Admission& admission);
    base::Awaitable<Response> ask_handler(Request& request, Admission& admission);
    base::Awaitable<bool> refuse(Request& request, Response response);
    base::Awaitable<bool> answer_fault(Request& request);

    // --- writing ---
    base::Awaitable<bool> respond(const Request& request, Response response);
    base::Awaitable<bool> respond_stream(const Request& request, Response response);
    base::Awaitable<bool> write(std::string_view head, std::string_view body);
    void hold_unsent(std::size_t bytes);
    base::Awaitable<void> linger();
    void sanitize(const Request& request, Response& response);
    Response fault_response(const Fault& fault);

    void enter(Phase phase, milliseconds allowed);
    void wait_for_handler();  // which has no deadline of ours
    std::string_view unread() const;

    std::shared_ptr<Worker> worker_;
    Socket socket_;
    std::list<Connection*>::iterator position_;
    const Address address_;
    const std::string address_text_;
    std::optional<Fault> refusal_;
    const std::optional<AddressLimit::Place> place_of_address_;
    std::optional<AddressLimit::Place> place_of_request_;  // of whom a proxy speaks for
    boost::beast::flat_buffer buffer_;
    Framing framing_;
    bool is_head_sound_ = false;
    std::optional<Fault> fault_;
    std::string out_;
    Tenant* tenant_ = nullptr;
    Phase phase_ = Phase::idle;
    SteadyTime deadline_ = SteadyTime::max();
    bool has_timed_out_ = false;
    WriteProgress progress_;
    std::size_t unsent_bytes_ = 0;
};

}  // namespace tanbo::net
