#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "server/rating/figure.hpp"

// Which formula rates which game. Pure.
namespace tanbo::rating {

enum class Method : std::uint8_t { glicko2, weng_lin };

// "glicko-2", "weng-lin".
std::string_view method_name(Method method);

// Games of two by Glicko-2, of more by Weng and Lin. Requires: seats >= 2.
Method method_of(int seats);

// Games are rated together by family: those of one setup among people, and those of one setup with
// a house bot at the board, "9x9-bots".
inline constexpr std::string_view bots_family_suffix = "-bots";
std::string family_of(std::string_view setup, bool with_bots);
// The setup of a family.
std::string_view setup_of_family(std::string_view family);

// The method of a family; nothing if there is no such setup.
std::optional<Method> method_of_family(std::string_view family);

// A figure is provisional if it may be far off: for games of two while the deviation is above
// this (about a dozen games of a newcomer), for games of more until there were so many of them.
// Source: Lichess, which calls the same deviation provisional; the games are our choice, since
// Weng and Lin's deviations fall slowly.
inline constexpr double provisional_deviation = 110;
inline constexpr int provisional_games = 10;

// Whether a figure after so many games is provisional.
bool is_provisional(Method method, const Figure& figure, std::int64_t games);

// Somebody who comes to a game: their figure as their last rated game of the family left it, when
// that ended, and the place that they take now.
struct Entrant {
    Figure figure;
    std::optional<engine::Instant> last_at;  // nothing: this is their first
    int place = 0;
};

// Their figure at the game's end, as they come to it.
Figure rested(const Entrant& entrant, engine::Instant at);

// Everybody's figures after a game that ended then, in the order of the entrants. The same entrants
// in the same order yield the same bits.
//
// Each is rested first for the time that they have not played; in Glicko-2 the game's own period is
// at most one of it. Requires: as many entrants as the method takes.
std::vector<Figure> rate(Method method, std::span<const Entrant> entrants, engine::Instant at);

}  // namespace tanbo::rating
