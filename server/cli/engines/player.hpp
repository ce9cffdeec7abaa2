#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "server/cli/engines/child_process.hpp"
#include "server/cli/engines/engine.hpp"
#include "server/cli/engines/engine_client.hpp"

namespace tanbo::cli {

// The answer of somebody who was asked for a move.
struct Choice {
    // unable: it has no words for the board, and would have none after a restart.
    enum class Kind : std::uint8_t { move, resigns, fails, unable };

    Kind kind = Kind::fails;
    engine::Point point = engine::no_point;  // of a move, a legal one
    std::optional<double> chance = {};       // of winning, if that is said
    std::string fault = {};                  // how it has failed or is unable, in a few words
};

// Somebody who is asked for moves, one game after another. An answer takes a bounded time.
class Player {
public:
    virtual ~Player() = default;

    // A player that has failed at a question is restarted before the next one; one that is unable
    // was not asked. Requires: the game is not over.
    virtual Choice choose(const GameLine& line, const Limits& limits) = 0;
    // Starts it now, again if it runs; yields what stands in the way, if anything.
    virtual std::optional<std::string> start() = 0;
    virtual bool can_play(const engine::Opening& opening) const = 0;
};

// An engine of this program.
class ThinkingPlayer final : public Player {
public:
    explicit ThinkingPlayer(std::unique_ptr<Engine> engine);

    Choice choose(const GameLine& line, const Limits& limits) override;
    std::optional<std::string> start() override { return std::nullopt; }
    bool can_play(const engine::Opening&) const override { return true; }

private:
    std::unique_ptr<Engine> engine_;
};

// The patience with another program.
struct ProgramTimes {
    using Time = std::chrono::steady_clock::time_point;

    std::chrono::milliseconds grace{1000};     // over its time for a move
    std::chrono::milliseconds start{10'000};   // until it says that it is an engine
    std::chrono::milliseconds ready{120'000};  // from then until it is ready: it may load much

    // The time by which a program that is started at `now` must greet, or one that greets at `now`
    // must be ready.
    Time start_deadline(bool has_greeted, Time now) const {
        return now + (has_greeted ? ready : start);
    }
};

// Another program. What it answers is checked with the rules.
class ProgramPlayer final : public Player {
public:
    // With `starts_each_move`, no process of it is asked for a second move.
    ProgramPlayer(std::string command, const ProgramTimes& times, bool starts_each_move = false);

    Choice choose(const GameLine& line, const Limits& limits) override;
    std::optional<std::string> start() override;
    bool can_play(const engine::Opening& opening) const override;

private:
    using Time = std::chrono::steady_clock::time_point;

    Choice ask(const GameLine& line, const Limits& limits);
    bool send(const std::vector<std::string>& lines, Time deadline);
    std::optional<EngineReply> listen(Time deadline);
    std::string why_not_started(bool has_greeted) const;

    std::string command_;
    ProgramTimes times_;
    bool starts_each_move_;
    std::unique_ptr<ChildProcess> child_;  // none: it must be started
    EngineClient client_;
};

}  // namespace tanbo::cli
