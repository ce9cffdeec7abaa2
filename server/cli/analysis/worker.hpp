#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>

#include "engine/analysis/analyst.hpp"
#include "protocol/records/searches.hpp"
#include "server/cli/remote/http.hpp"

namespace tanbo::cli {

// A POST of JSON to a path below /api/v1 of the server of a worker.
using Post = std::function<Answer(const std::string& path, const std::string& json)>;

struct WorkerOptions {
    analysis::Analyst::Budget budget;
    std::optional<protocol::SearchKind> kind;  // of this alone; any, if it is not said
    std::chrono::seconds extended_every{20};   // claims end after a minute
    std::chrono::milliseconds retry_first{250};
    // True if something more urgent has the processor; asked between slices of a search. Empty: no.
    std::function<bool()> must_wait;
    std::chrono::milliseconds waits_at_most{200};  // before each slice; then it goes on anyway
    std::int64_t turn_cost = 20'000;  // points of the positions that a search may take at a time
};

inline constexpr std::size_t searches_at_once = 3;

// Does a server's searches: claims them, keeps the claims while it searches, and tells what it has
// found. It works on up to searches_at_once in turns, so a long analysis holds up no short one:
// every other turn is for the one with the least left, the rest are for the oldest. It waits at the
// server while there is nothing to do, and longer and longer while the server is away. Returns once
// `stop` is asked for, or with the answer by which the account is refused, after the searches that
// it has claimed.
Answer do_searches(const Post& post, const WorkerOptions& options, const std::stop_token& stop);

// The server to search for, and the account that does it.
struct SearchPlace {
    std::string url;
    std::string token;
};

// Serves hints and analyses, each on a thread of their own: no hint waits for the analysis of a
// game. Analyses give way to what is urgent. Returns as do_searches does.
Answer serve_searches(const SearchPlace& place, const std::function<bool()>& is_urgent,
                      const std::stop_token& stop);

// `tanbo search URL`: the same for good. The exit status.
int search_for(const SearchPlace& place);

}  // namespace tanbo::cli
