#pragma once

#include <chrono>
#include <memory>

#include "server/account/accounts.hpp"
#include "server/base/metrics.hpp"
#include "server/base/threads/io_threads.hpp"
#include "server/game/referee.hpp"
#include "server/net/lines/line_listener.hpp"
#include "server/operate/shell.hpp"

namespace tanbo::store {
class Store;
}

namespace tanbo::app {

// Carries out what `tanbod admin` asks for while the server runs. The socket's file is for the
// server's user alone, so a client is the operator.
class AdminDoor final : public net::LineHandler {
public:
    // Binds. Requires: all but the endpoint outlive it. Throws: std::system_error naming it.
    AdminDoor(game::Referee& referee, account::Accounts& accounts, store::Store& store,
              base::IoThreads& io, net::LocalEndpoint endpoint);

    // Requires: the I/O threads run.
    void start() { listener_.start(); }

    // Takes no orders from now on, and waits for those on their way. Thread: not an I/O thread.
    bool drain(std::chrono::milliseconds deadline) { return listener_.drain(deadline); }

    base::Awaitable<void> serve(net::LineConnection& connection) override;

private:
    base::Awaitable<protocol::Result<std::string>> carry_out(AdminCommand command);

    game::Referee& referee_;
    account::Accounts& accounts_;
    store::Store& store_;
    base::Metrics unpublished_;  // a listener's count the connections of mail servers
    net::LineListener listener_;
};

}  // namespace tanbo::app
