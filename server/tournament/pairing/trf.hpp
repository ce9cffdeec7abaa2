#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/json/error.hpp"
#include "server/tournament/pairing/swiss.hpp"

// Reports of Swiss events as text, for other programs.
// Source: FIDE Handbook C.04.A, "Tournament Report File" of 2016 (TRF16), with the lines XXR, XXC,
// XXP, XXZ and XXA of JaVaFo's manual.
namespace tanbo::pairing {

inline constexpr std::size_t trf_bytes_max = std::size_t{1024} * 1024;
inline constexpr int trf_players_max = 1024;
inline constexpr int trf_rounds_max = 50;

struct TrfPlayer {
    std::string name;
    std::string federation;
    int rating = 0;  // 0 if unknown
    int place = 0;   // 0 if unknown

    bool operator==(const TrfPlayer&) const = default;
};

struct Trf {
    std::string name;
    std::string city;
    std::string federation;
    std::string begin;  // dates as they stand
    std::string end;
    std::string type;
    std::vector<TrfPlayer> players;  // by pairing number
    SwissEvent event;
};

// UTF-8, a line per record.
//
// Points are those of the outcomes, and XXA has initial_halves for each round and the next. Places
// are those of `players`, and a player who is not present has XXZ.
// Requires: names without line breaks; at most trf_players_max players and trf_rounds_max rounds.
std::string write_trf(const Trf& report);

// The report of a text. Lines of other kinds are passed over.
//
// A last round without any opponent is the one to be paired: players who have it are away.
// Without XXR an event has one more round than it shows. Errors: invalid-record, with one
// sentence that begins with the number of the line.
protocol::Result<Trf> read_trf(std::string_view text);

}  // namespace tanbo::pairing
