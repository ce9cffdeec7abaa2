#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "protocol/json/ids.hpp"
#include "server/app/app.hpp"
#include "server/config/config.hpp"
#include "tests/server/support/http_client.hpp"
#include "tests/server/support/live_client.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tanbo::test {

// The whole server in this process, on a free port, with SQLite on disk.
class RunningServer {
public:
    // The listen address and the database are the fixture's; everything else is the test's.
    explicit RunningServer(app::Config config = {});

    HttpClient client() const { return HttpClient(port()); }
    // Of a new guest. From a client address of their own if one is given.
    HttpClient guest(const std::string& address = {}) const;
    LiveClient live(const Headers& headers = {}) const { return LiveClient(port(), headers); }
    std::uint16_t port() const { return app_->port(); }
    app::App& app() { return *app_; }

    // Ends it in an orderly way and starts it on the same port and database; `meanwhile` is given
    // the database's path.
    void restart(const std::function<void(const std::string&)>& meanwhile = {});

    // A game of these two, by default on 9x9; black is the first.
    protocol::GameId game(HttpClient& black, HttpClient& white,
                          const std::string& request = R"({"setup":"9x9"})") const;

private:
    TemporaryFolder folder_;
    app::Config config_;
    std::unique_ptr<app::App> app_;
};

// "/api/v1/games/7" and what follows.
std::string game_path(protocol::GameId game, const std::string& rest = {});

// Plays up to `plies` stones, always the first legal point; returns how many were placed.
int play_on(HttpClient& black, HttpClient& white, protocol::GameId game, int plies);

}  // namespace tanbo::test
