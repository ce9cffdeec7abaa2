#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/analysis/analysis.hpp"
#include "protocol/json/error.hpp"
#include "protocol/json/ids.hpp"

// Searches that a server has done by other programs.
namespace tanbo::protocol {

// The task of a program that searches: a whole game, or its last position.
enum class SearchKind : std::uint8_t { analysis, hint };

struct SearchJob {
    SearchId id{};
    SearchKind kind = SearchKind::analysis;
    GameId game{};
    analysis::PlayedGame played;
};

// {"search","kind","game","setup","board","stones","to_move","turns":["C8","leave:white",...],
//  "winner"}; nothing of who plays.
std::string encode_search_job(const SearchJob& job);
// Errors: malformed_json, invalid_field, invalid_opening.
Result<SearchJob> decode_search_job(std::string_view text);

inline constexpr std::chrono::seconds claim_wait_max{30};

// A program's request: for how long the answer may wait, and searches of which kind; of any,
// hints first, if it does not say.
struct SearchClaim {
    std::chrono::seconds wait{0};
    std::optional<SearchKind> kind;

    bool operator==(const SearchClaim&) const = default;
};
// {"wait_s","kind"}; what is not said is left out.
std::string encode_claim(const SearchClaim& claim);
Result<SearchClaim> decode_claim(std::string_view body);

// How far an analysis is that is asked for.
struct AnalysisProgress {
    GameId game{};
    bool is_done = false;
    bool is_running = false;
    std::optional<engine::Instant> asked_at;
    int ahead = 0;  // others that come first
};

// {"game","status":"waiting","asked_at","ahead"}; the status is "waiting", "running" or "done".
std::string encode_analysis_progress(const AnalysisProgress& progress);

}  // namespace tanbo::protocol
