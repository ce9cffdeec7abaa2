#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/json/json_reader.hpp"
#include "protocol/json/json_writer.hpp"
#include "protocol/tournaments/settings.hpp"

// Parts of tournaments as JSON. Private to this folder.
namespace tanbo::protocol {

// Keeps players of one club apart.
inline constexpr std::string_view clubs_word = "clubs";

// The words of settings, in the order of their values.
inline constexpr std::array<std::string_view, 8> format_words = {
    "round-robin", "swiss", "pods", "knockout", "double-elimination", "ladder", "league", "arena"};
// The next season is begun by an organiser, or by the server.
inline constexpr std::array<std::string_view, 2> season_begin_words = {"organiser", "automatic"};
inline constexpr std::array<std::string_view, 2> final_stage_words = {"knockout", "round-robin"};
inline constexpr std::array<std::string_view, 2> series_tie_words = {"swap-game", "shared"};
inline constexpr std::array<std::string_view, 9> tie_words = {
    "direct",       "buchholz-cut1", "buchholz", "sonneborn-berger", "wins",
    "draw-of-lots", "firsts",        "seconds",  "opponents"};

// The value of a word of such a list; nothing for any other.
template <class Value, std::size_t Count>
std::optional<Value> value_of(const std::array<std::string_view, Count>& words,
                              std::string_view word) {
    const auto* const found = std::ranges::find(words, word);
    if (found == words.end()) return std::nullopt;
    return static_cast<Value>(found - words.begin());
}

// Text for people, of so many bytes: newlines are its only control characters, and only if it may
// have lines.
std::string read_prose(const JsonReader& in, std::size_t least, std::size_t most, bool has_lines);
int read_count(const JsonReader& in, std::int64_t least, std::int64_t most);

// The members of settings, each as its value.
void write_starts(JsonWriter& out, const std::optional<StartRule>& starts);
void write_entry(JsonWriter& out, const EntryBounds& entry);
void write_series(JsonWriter& out, const Series& series);
void write_ladder(JsonWriter& out, const LadderRules& ladder);
void write_league(JsonWriter& out, const LeagueRules& league);
void write_arena(JsonWriter& out, const ArenaRules& arena);
void write_mcmahon(JsonWriter& out, const McMahonRules& mcmahon);
void write_groups(JsonWriter& out, const GroupRules& groups);
void write_rules(JsonWriter& out, const GameRules& rules);
void write_ties(JsonWriter& out, const std::vector<TieRule>& ties);

// "clubs", or the groups, each of its players as `write` writes one.
template <class Player, class Write>
void write_apart(JsonWriter& out, bool keeps_clubs_apart,
                 const std::vector<std::vector<Player>>& groups, Write write) {
    if (keeps_clubs_apart) {
        out.word(clubs_word);
        return;
    }
    out.begin_array();
    for (const auto& group : groups) {
        out.begin_array();
        for (const Player& player : group) write(player);
        out.end_array();
    }
    out.end_array();
}

// The form of the log, in which players are numbers of accounts.
void write_settings(JsonWriter& out, const TournamentSettings& settings);
TournamentSettings read_stored_settings(const JsonReader& in);

}  // namespace tanbo::protocol
