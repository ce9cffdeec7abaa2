#pragma once

#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <thread>

#include "server/base/clock.hpp"
#include "server/game/time/downtimes.hpp"
#include "server/store/commit/life_file.hpp"

namespace tanbo::app {

inline constexpr std::chrono::milliseconds life_interval{20};

// A thread that asks for the time fifty times a second, which finds a gap in it at once, and notes
// beside the database that the server lives.
class Heartbeat {
public:
    // Requires: downtimes and what the clock needs outlive it.
    Heartbeat(const std::filesystem::path& database, const game::Downtimes& downtimes,
              base::Clock clock);
    ~Heartbeat();
    Heartbeat(const Heartbeat&) = delete;
    Heartbeat& operator=(const Heartbeat&) = delete;

private:
    void run();

    store::LifeFile file_;
    const game::Downtimes& downtimes_;
    const base::Clock clock_;
    std::mutex mutex_;
    std::condition_variable wake_;
    bool is_over_ = false;
    std::thread thread_;  // last: it uses all of the above
};

}  // namespace tanbo::app
