#include "server/cli/home/home_model.hpp"

#include <algorithm>
#include <set>

#include "server/cli/lists.hpp"
#include "server/cli/screen/text.hpp"

namespace tanbo::cli {

namespace {

constexpr int game_columns = 10;
constexpr int setup_columns = 12;
constexpr int time_columns = 11;

std::string setup_text(const std::string& setup) {
    return padded(setup.empty() ? "custom" : printable(setup), setup_columns);
}

// "anna, ben, -": the seats in turn order.
std::string holders_of(const protocol::GameSummary& game) {
    std::string text;
    for (const auto& holder : game.seats) {
        if (!text.empty()) text += ", ";
        text += printable(holder.handle.value_or("-"));
    }
    return text;
}

std::string game_text(const protocol::GameSummary& game, const std::string& time) {
    return padded("game " + to_string(game.id), game_columns) + "  " + setup_text(game.setup) +
           padded(time, time_columns) + " " + holders_of(game);
}

std::string ply_text(const protocol::GameSummary& game) {
    return "ply " + std::to_string(game.ply);
}

class Rows {
public:
    void add(HomeSection section, const protocol::GameSummary& game, const std::string& time) {
        if (!games_.insert(game.id).second) return;
        rows.push_back({.section = section, .game = game.id, .text = game_text(game, time)});
    }

    void add(protocol::ChallengeId id, const std::string& setup, const std::string& players) {
        if (!challenges_.insert(id).second) return;
        rows.push_back({.section = HomeSection::challenges,
                        .challenge = id,
                        .text = padded("no. " + to_string(id), game_columns) + "  " +
                                setup_text(setup) + players});
    }

    std::vector<HomeRow> rows;

private:
    std::set<protocol::GameId> games_;
    std::set<protocol::ChallengeId> challenges_;
};

std::string players_text(const protocol::ToldChallenge& challenge) {
    std::string text = challenge.offer.is_rated ? "rated, " : "unrated, ";
    text += "from " + printable(challenge.offer.creator);
    return text;
}

std::string message_line(const protocol::ToldNotification& message) {
    std::string text = message.is_read ? "  " : "* ";
    if (message.game) text += "game " + to_string(*message.game) + ": ";
    if (message.text.empty()) {
        std::string kind = printable(message.type);
        std::ranges::replace(kind, '-', ' ');
        return text + kind;
    }
    return text + printable(message.author) + ": " + printable(message.text);
}

}  // namespace

std::vector<HomeRow> home_rows(const HomeNews& news, const std::string& handle,
                               engine::Instant now) {
    Rows rows;
    for (const protocol::WaitingTurn& turn : news.turns) {
        if (turn.game) rows.add(HomeSection::turns, *turn.game, time_left(turn.deadline, now));
    }
    for (const protocol::GameSummary& game : news.own) {
        rows.add(HomeSection::waiting, game, ply_text(game));
    }
    for (const protocol::WaitingTurn& turn : news.turns) {
        if (!turn.challenge) continue;
        rows.add(turn.challenge->id, turn.challenge->setup,
                 "from " + printable(turn.challenge->creator) + " to you");
    }
    for (const protocol::ToldChallenge& challenge : news.challenges) {
        const bool is_own = challenge.offer.creator == handle;
        rows.add(challenge.offer.id, challenge.offer.setup,
                 is_own ? "your own" : players_text(challenge));
    }
    for (const protocol::GameSummary& game : news.open) {
        rows.add(HomeSection::open, game, "");
    }
    for (const protocol::GameSummary& game : news.live) {
        rows.add(HomeSection::live, game, ply_text(game));
    }
    for (const protocol::ToldNotification& message : news.messages) {
        rows.rows.push_back({.section = HomeSection::messages,
                             .game = message.game,
                             .text = message_line(message)});
    }
    return std::move(rows.rows);
}

std::size_t home_place_of(std::span<const HomeRow> rows, const HomeRow& row, std::size_t before) {
    const bool is_message = row.section == HomeSection::messages;
    const auto is_same = [&](const HomeRow& other) {
        return other.game == row.game && other.challenge == row.challenge &&
               (other.section == HomeSection::messages) == is_message &&
               (!is_message || other.text == row.text);
    };
    if (before < rows.size() && is_same(rows[before])) return before;
    const auto found = std::ranges::find_if(rows, is_same);
    if (found != rows.end()) return static_cast<std::size_t>(found - rows.begin());
    return rows.empty() ? 0 : std::min(before, rows.size() - 1);
}

std::string_view home_heading(HomeSection section) {
    switch (section) {
        case HomeSection::turns:
            return "Your turn";
        case HomeSection::waiting:
            return "Opponent's turn";
        case HomeSection::challenges:
            return "Challenges";
        case HomeSection::open:
            return "Open games";
        case HomeSection::live:
            return "Live games";
        case HomeSection::messages:
            return "Messages";
    }
    return {};
}

}  // namespace tanbo::cli
