#pragma once

#include <chrono>
#include <span>
#include <string>
#include <string_view>

#include "server/cli/engines/step.hpp"

namespace tanbo::cli {

// An engine's end of UGI, without a clock or a search: lines in, steps out. What a line does wrong
// is said in "info string …", and nothing else comes of it; but a "go" is always searched, and its
// words that are no limits are ignored.
// Source: protocol/contract/engines.md.
class UgiSession {
public:
    explicit UgiSession(const EngineSettings& settings = {});

    Step on_line(std::string_view line);

    // The findings so far of the search that runs.
    std::string on_progress(const SearchResult& result, std::chrono::milliseconds elapsed) const;
    // It has ended.
    Step on_found(const SearchResult& result, std::chrono::milliseconds elapsed);

private:
    using Words = std::span<const std::string_view>;
    struct Command;

    static Step greet(UgiSession& self, Words words);
    static Step send_ready(UgiSession& self, Words words);
    static Step begin_game(UgiSession& self, Words words);
    static Step set_option(UgiSession& self, Words words);
    static Step set_position(UgiSession& self, Words words);
    static Step go(UgiSession& self, Words words);
    static Step stop(UgiSession& self, Words words);
    static Step query(UgiSession& self, Words words);
    static Step quit(UgiSession& self, Words words);

    GameLine line_;
    std::optional<int> level_;
    EngineSettings settings_;
    bool is_searching_ = false;
};

}  // namespace tanbo::cli
