#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>

#include "server/config/config.hpp"
#include "server/net/websocket/websocket.hpp"
#include "server/store/error.hpp"

namespace tanbo::app {

// A running server: built in order, stopped in reverse.
class App {
public:
    // Opens the database, brings it up to date, starts all threads and listens.
    // `on_fatal` is called once, on any thread, if storage has failed for good: then stop. With
    // what failed; it is one of is_fatal().
    // Throws: store::StorageError, std::system_error (the address).
    App(const Config& config, std::function<void(store::Fault)> on_fatal);
    ~App();
    App(const App&) = delete;
    App& operator=(const App&) = delete;

    // The real port, if the settings say 0 too.
    std::uint16_t port() const;

    // Not ready any more; accepts nothing, lets requests finish, closes live sockets with this
    // code, finishes commits and closes the database. Once. False if connections had to be
    // dropped at the deadline. Thread: not one of its own.
    bool stop(net::CloseCode code, std::chrono::milliseconds deadline);

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace tanbo::app
