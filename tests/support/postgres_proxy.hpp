#pragma once

#include <atomic>
#include <filesystem>
#include <string>
#include <thread>

#include "tests/support/temporary_folder.hpp"

namespace tanbo::test {

// Stands between a client and a PostgreSQL that is heard on a socket, one connection after the
// other, and cuts it at its COMMIT if it is told to.
class PostgresProxy {
public:
    enum class Cut {
        none,
        before,   // the server is never given it
        after,    // the server has done it, and the client is not told
        silence,  // the same, and swallow(true) from then on
        loss      // the server is never given it, and swallow(true) from then on
    };

    // Requires: words begin with "host=FOLDER ".
    explicit PostgresProxy(const std::string& words);
    ~PostgresProxy();
    PostgresProxy(const PostgresProxy&) = delete;
    PostgresProxy& operator=(const PostgresProxy&) = delete;

    // How the client is led here instead.
    std::string words() const { return words_; }

    void cut(Cut how) { cut_ = how; }
    int cuts() const { return cuts_; }

    // Every connection is cut, and every new one as soon as it is made, until this is taken back.
    void go_down(bool is_down) { is_down_ = is_down; }

    // Connections stay, new ones are made, and nothing comes through, until this is taken back.
    void swallow(bool swallows) { swallows_ = swallows; }

private:
    bool is_silent() const;
    void serve();
    void relay(int client, int server);

    TemporaryFolder folder_;
    std::filesystem::path server_;
    std::string words_;
    int listener_ = -1;
    std::atomic<Cut> cut_ = Cut::none;
    std::atomic<int> cuts_ = 0;
    std::atomic<bool> is_down_ = false;
    std::atomic<bool> swallows_ = false;
    std::atomic<bool> is_over_ = false;
    std::thread thread_;  // last: it uses all of the above
};

}  // namespace tanbo::test
