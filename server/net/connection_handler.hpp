#pragma once

#include <cstddef>
#include <list>
#include <memory>

#include "server/net/socket.hpp"
#include "server/net/websocket/websocket.hpp"

namespace tanbo::net {

class Worker;

// The user of a socket: requests one after the other, a stream, or a WebSocket. Its deadlines are
// points in time that the worker's sweep compares.
class ConnectionHandler {
public:
    virtual ~ConnectionHandler() = default;
    virtual void sweep(SteadyTime now) = 0;
    virtual void drain(CloseCode code) = 0;
    virtual void drop() = 0;

    // Of an answer that only this handler holds: how much is unsent, and since when the client
    // takes too little of it (the end of time: it takes enough).
    virtual std::size_t unsent_bytes() const { return 0; }
    virtual SteadyTime stalled_since() const { return SteadyTime::max(); }
    // Because of that.
    virtual void drop_slow() { drop(); }
};

// A place at a worker, which counts, sweeps, drains and drops its holder.
class Lease {
public:
    Lease(std::shared_ptr<Worker> worker, ConnectionHandler& handler);
    Lease(Lease&&) noexcept = default;
    Lease& operator=(Lease&&) = delete;
    ~Lease();

    // Passes the place to another handler.
    void assign(ConnectionHandler& handler) { *position_ = &handler; }

private:
    std::shared_ptr<Worker> worker_;  // null: given away
    std::list<ConnectionHandler*>::iterator position_;
};

}  // namespace tanbo::net
