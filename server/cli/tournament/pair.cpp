#include "server/cli/tournament/pair.hpp"

#include <algorithm>
#include <fstream>
#include <iostream>
#include <iterator>
#include <optional>
#include <sstream>

#include "server/cli/report.hpp"
#include "server/cli/screen/terminal.hpp"
#include "server/tournament/pairing/draws.hpp"
#include "server/tournament/pairing/swiss.hpp"
#include "server/tournament/pairing/trf.hpp"

namespace tanbo::cli {

namespace {

using pairing::Kind;

std::optional<std::string> read_all(const std::string& path) {
    std::ostringstream text;
    if (path == "-") {
        text << std::cin.rdbuf();
        return text.str();
    }
    std::ifstream file(path, std::ios::binary);
    if (!file) return std::nullopt;
    text << file.rdbuf();
    return text.str();
}

std::optional<pairing::Secret> parse_secret(const std::string& hex) {
    pairing::Secret secret{};
    if (hex.size() != 2 * secret.size()) return std::nullopt;
    constexpr std::string_view digits = "0123456789abcdef";
    for (std::size_t i = 0; i < hex.size(); ++i) {
        const std::size_t digit = digits.find(hex[i]);
        if (digit == std::string_view::npos) return std::nullopt;
        secret[i / 2] = static_cast<std::uint8_t>(std::size_t{16} * secret[i / 2] + digit);
    }
    return secret;
}

std::size_t played_rounds(const pairing::SwissEvent& event) {
    std::size_t rounds = 0;
    for (const pairing::SwissPlayer& player : event.players) {
        for (std::size_t round = 0; round < player.outcomes.size(); ++round) {
            if (player.outcomes[round].opponent >= 0) rounds = std::max(rounds, round + 1);
        }
    }
    return rounds;
}

// The players at the start: those up to the last one with a part in the first round.
std::vector<std::string> entrants(const pairing::Trf& report) {
    std::size_t count = report.players.size();
    const auto& players = report.event.players;
    while (count > 0 && (players[count - 1].outcomes.empty() ||
                         players[count - 1].outcomes.front().kind == Kind::absent)) {
        --count;
    }
    if (count == 0) count = report.players.size();
    std::vector<std::string> names;
    names.reserve(count);
    for (std::size_t i = 0; i < count; ++i) names.push_back(report.players[i].name);
    return names;
}

// The event as it was before the round. A player takes part who had an outcome in it; in a round
// that is not played, who is not away.
void rewind(pairing::SwissEvent& event, std::size_t round) {
    for (pairing::SwissPlayer& player : event.players) {
        if (player.outcomes.size() >= round) {
            const Kind kind = player.outcomes[round - 1].kind;
            player.is_present = kind != Kind::absent && kind != Kind::half_bye;
        }
        player.outcomes.resize(round - 1);
    }
}

std::string table_text(const pairing::Trf& report, const pairing::SwissRound& round) {
    const auto name = [&](int player) {
        return report.players[static_cast<std::size_t>(player)].name;
    };
    std::string text;
    int table = 0;
    for (const pairing::Pair& pair : round.pairs) {
        text += std::to_string(++table) + "\t" + name(pair.first) + "\t" + name(pair.second) + "\n";
    }
    if (round.bye) text += "bye\t" + name(*round.bye) + "\n";
    return text;
}

}  // namespace

int pair(const PairOptions& options) {
    const auto text = read_all(options.report);
    if (!text) return report("could not read " + options.report);
    auto read = pairing::read_trf(*text);
    if (!read) {
        const std::string code(protocol::code_name(read.error().code));
        return report(read.error().detail + " (" + code + ")");
    }
    const auto secret = parse_secret(options.secret);
    if (!secret) return report("the secret must be 64 hexadecimal digits");
    const std::size_t played = played_rounds(read->event);
    const std::size_t round = options.round ? static_cast<std::size_t>(*options.round) : played + 1;
    if (round < 1 || round > played + 1) {
        return report("the report has " + std::to_string(played) + " rounds");
    }
    pairing::Draw draw(*secret, entrants(*read), 0);
    read->event.initial_side = draw.below(2) == 0 ? pairing::Side::first : pairing::Side::second;
    read->event.rounds = std::max(read->event.rounds, static_cast<int>(round));
    rewind(read->event, round);
    const auto paired = pairing::pair_swiss(read->event);
    if (!paired) return report("round " + std::to_string(round) + " can't be paired");
    print(table_text(*read, *paired));
    return 0;
}

}  // namespace tanbo::cli
