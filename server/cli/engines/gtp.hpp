#pragma once

#include <chrono>
#include <deque>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>

#include "server/cli/engines/step.hpp"

namespace tanbo::cli {

inline constexpr std::size_t gtp_waiting_max = 1000;  // lines; what comes beyond is refused

// An engine's end of GTP 2 with our additions, without a clock or a search: lines in, steps out.
// Lines that come while a search runs wait until it has ended.
// Source: protocol/contract/engines.md; "GTP, the Go Text Protocol", version 2 draft 2.
class GtpSession {
public:
    GtpSession();

    Step on_line(std::string_view line);
    // The search has ended.
    Step on_found(const SearchResult& result);

private:
    using Words = std::span<const std::string_view>;
    struct Answer;   // what a command says, and the search that has to come before it says more
    struct Command;  // a row of the table
    enum class After : std::uint8_t { nothing, move, opinion, analysis };

    static std::span<const Command> commands();
    Step obey(std::string_view line);
    Answer run(Words words);
    Answer search(After after, Limits limits);
    std::string found(const SearchResult& result);
    std::string analysis(const SearchResult& result) const;
    Limits limits(engine::Seat seat) const;
    std::optional<engine::Seat> seat(std::string_view name) const;

    Answer list_commands(Words words);
    Answer known_command(Words words);
    Answer boardsize(Words words);
    Answer setup(Words words);
    Answer clear_board(Words words);
    Answer play(Words words);
    Answer leave(Words words);
    Answer genmove(Words words);
    Answer reg_genmove(Words words);
    Answer undo(Words words);
    Answer showboard(Words words);
    Answer time_settings(Words words);
    Answer time_left(Words words);
    Answer final_score(Words words);
    Answer level(Words words);
    Answer analyze(Words words);
    Answer legal(Words words);
    Answer setups(Words words);

    struct Time {
        std::chrono::milliseconds left{0};
        std::uint64_t moves = 0;  // that it is for; 0: all that are to come
    };

    GameLine line_;
    std::optional<int> level_;
    std::optional<Time> settings_;
    std::map<engine::Seat, Time> left_;
    After after_ = After::nothing;
    std::string id_;  // of the command that waits for the search
    std::deque<std::string> waiting_;
};

}  // namespace tanbo::cli
