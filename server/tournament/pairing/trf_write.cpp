#include <algorithm>
#include <cassert>
#include <cstddef>

#include "server/tournament/pairing/trf.hpp"
#include "server/tournament/pairing/trf_lines.hpp"

namespace tanbo::pairing {
namespace {

std::string right(std::string_view text, std::size_t width) {
    return std::string(width - std::min(width, text.size()), ' ') + std::string(text);
}

char result_letter(const Outcome& outcome) {
    switch (outcome.kind) {
        case Kind::game:
            return "0=1"[std::clamp(outcome.halves, 0, 2)];
        case Kind::forfeit:
            return outcome.halves > 0 ? '+' : '-';
        case Kind::bye:
            return 'U';
        case Kind::half_bye:
            return 'H';
        case Kind::absent:
            return 'Z';
    }
    return 'Z';
}

std::string round_text(const Outcome& outcome) {
    const bool is_paired = outcome.kind == Kind::game || outcome.kind == Kind::forfeit;
    std::string text = is_paired ? right(std::to_string(outcome.opponent + 1), 4) : "0000";
    text += ' ';
    text += !is_paired ? '-' : outcome.side == Side::first ? 'w' : 'b';
    text += ' ';
    text += result_letter(outcome);
    return text;
}

std::string player_line(const Trf& report, std::size_t index) {
    const TrfPlayer& player = report.players[index];
    std::string line = "001 " + right(std::to_string(index + 1), 4);
    put_columns(line, 15, trf_prefix(player.name, 33));
    if (player.rating > 0) put_columns(line, 49, right(std::to_string(player.rating), 4));
    if (!player.federation.empty()) put_columns(line, 54, trf_prefix(player.federation, 3));
    const SwissPlayer& results = report.event.players[index];
    put_columns(line, 81, right(trf_points(halves(results) - results.initial_halves), 4));
    if (player.place > 0) put_columns(line, 86, right(std::to_string(player.place), 4));
    int column = 92;
    for (const Outcome& outcome : results.outcomes) {
        put_columns(line, column, round_text(outcome));
        column += 10;
    }
    return line + "\n";
}

std::string header(std::string_view code, std::string_view text) {
    return text.empty() ? "" : std::string(code) + " " + std::string(text) + "\n";
}

// Points of JaVaFo's accelerated rounds: the same in each round.
std::string initial_line(const SwissPlayer& player, std::size_t index) {
    std::string line = "XXA " + right(std::to_string(index + 1), 4);
    for (std::size_t round = 0; round <= player.outcomes.size(); ++round) {
        line += " " + right(trf_points(player.initial_halves), 4);
    }
    return line + "\n";
}

}  // namespace

std::string write_trf(const Trf& report) {
    assert(report.players.size() == report.event.players.size());
    assert(report.players.size() <= trf_players_max && report.event.rounds <= trf_rounds_max);
    std::string text =
        header("012", report.name) + header("022", report.city) + header("032", report.federation) +
        header("042", report.begin) + header("052", report.end) +
        header("062", std::to_string(report.players.size())) + header("092", report.type);
    text += header("XXR", std::to_string(report.event.rounds));
    text += header("XXC", report.event.initial_side == Side::second ? "black1" : "white1");
    for (std::size_t index = 0; index < report.players.size(); ++index) {
        text += player_line(report, index);
    }
    for (std::size_t index = 0; index < report.players.size(); ++index) {
        const SwissPlayer& player = report.event.players[index];
        if (player.initial_halves > 0) text += initial_line(player, index);
    }
    for (const auto& [a, b] : report.event.apart) {
        text += header("XXP", std::to_string(a + 1) + " " + std::to_string(b + 1));
    }
    for (std::size_t index = 0; index < report.players.size(); ++index) {
        if (!report.event.players[index].is_present)
            text += header("XXZ", std::to_string(index + 1));
    }
    return text;
}

}  // namespace tanbo::pairing
