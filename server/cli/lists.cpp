#include "server/cli/lists.hpp"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "protocol/client/challenges.hpp"
#include "protocol/client/client.hpp"
#include "server/cli/local_clock.hpp"
#include "server/cli/report.hpp"
#include "server/cli/screen/clock_part.hpp"
#include "server/cli/screen/text.hpp"

namespace tanbo::cli {

namespace {

constexpr int number_columns = 8;
constexpr int what_columns = 9;    // "challenge"
constexpr int board_columns = 11;  // "19x19-dense"
constexpr int ply_columns = 4;
constexpr int time_columns = 10;  // "89 d 23:59"

std::string board_name(const std::string& setup) {
    return setup.empty() ? "custom" : printable(setup);
}

std::vector<std::string> players_of(const protocol::GameSummary& game) {
    std::vector<std::string> players;
    players.reserve(game.seats.size());
    for (const auto& holder : game.seats) {
        players.push_back(std::string(engine::seat_name(holder.seat)) + " " +
                          printable(holder.handle.value_or("-")));
    }
    return players;
}

std::string ply_of(const protocol::GameSummary& game, ListForm form) {
    return (form == ListForm::tabs ? "ply " : "") + std::to_string(game.ply);
}

std::string state_line(const protocol::ChallengeOffer& offer) {
    return offer.is_rated ? "rated" : "unrated";
}

bool add_turn(ListPrinter& list, const protocol::WaitingTurn& turn, ListForm form) {
    const std::string time = form == ListForm::tabs ? "" : time_left(turn.deadline, local_now());
    if (turn.game) {
        return list.add({to_string(turn.game->id), printable(turn.kind),
                         board_name(turn.game->setup), ply_of(*turn.game, form), time},
                        players_of(*turn.game));
    }
    if (!turn.challenge) return true;
    return list.add(
        {to_string(turn.challenge->id), "challenge", board_name(turn.challenge->setup), "", time},
        {"from " + printable(turn.challenge->creator)});
}

bool add_challenge(ListPrinter& list, const protocol::ToldChallenge& challenge) {
    std::vector<std::string> players;
    players.reserve(challenge.players.size());
    for (const std::string& player : challenge.players) {
        players.push_back(player.empty() ? "-" : printable(player));
    }
    return list.add({to_string(challenge.offer.id), printable(challenge.state),
                     board_name(challenge.offer.setup), state_line(challenge.offer)},
                    players);
}

// Reads a list page by page, and lets `add` print its rows; the exit status. `decode` reads a page,
// which has its rows in this member. `add` yields false if no more can be written.
template <class Decode, class Rows, class Add>
int add_rows(const HttpClient& client, const std::string& path, const Decode& decode, Rows rows,
             const Add& add) {
    return read_pages(client, path, [&](const Answer& answer) -> std::optional<std::string> {
        auto page = decode(answer.body);
        if (!page) return std::nullopt;
        const bool can_write = std::ranges::all_of((*page).*rows, add);
        return can_write ? std::move(page->next) : std::string();
    });
}

}  // namespace

std::string time_left(std::optional<engine::Instant> deadline, engine::Instant now) {
    if (!deadline) return "-";
    return *deadline > now ? clock_text(*deadline - now) : "late";
}

int games(const std::string& url, const std::string& token, bool is_mine, ListForm form) {
    const HttpClient client(url, token);
    std::string whose;
    if (is_mine) {
        if (token.empty()) return needs_identity();
        const Answer me = client.get("/me");
        const auto credentials = protocol::decode_credentials(me.body);
        if (!me.is_ok() || !credentials) return report_answer(me);
        whose = "&player=" + query_value(credentials->handle);
    }
    const std::string path = "/games?limit=200" + whose + "&status=";
    if (form == ListForm::json) {
        return print_json_list(client, "games", {path + "open", path + "active"});
    }
    ListPrinter list(form,
                     {{"game", number_columns},
                      {"state", what_columns},
                      {"board", board_columns},
                      {"ply", ply_columns},
                      {"players"}},
                     "No games are open or in progress.");
    for (const std::string_view status : {"open", "active"}) {
        const int failed =
            add_rows(client, path + std::string(status), protocol::decode_game_page,
                     &protocol::GamePage::games, [&](const protocol::GameSummary& game) {
                         return list.add({to_string(game.id), std::string(status),
                                          board_name(game.setup), ply_of(game, form)},
                                         players_of(game));
                     });
        if (failed != 0) return failed;
    }
    list.finish();
    return 0;
}

int turns(const std::string& url, const std::string& token, ListForm form) {
    if (token.empty()) return needs_identity();
    const HttpClient client(url, token);
    const std::string path = "/me/turns?limit=200";
    if (form == ListForm::json) return print_json_list(client, "turns", {path});
    ListPrinter list(form,
                     {{"number", number_columns},
                      {"what", what_columns},
                      {"board", board_columns},
                      {"ply", ply_columns},
                      {"time left", time_columns},
                      {"players"}},
                     "No open turns.");
    const int failed =
        add_rows(client, path, protocol::decode_turn_page, &protocol::TurnPage::turns,
                 [&](const protocol::WaitingTurn& turn) { return add_turn(list, turn, form); });
    if (failed != 0) return failed;
    list.finish();
    return 0;
}

int challenges(const std::string& url, const std::string& token, bool is_mine, ListForm form) {
    if (is_mine && token.empty()) return needs_identity();
    const HttpClient client(url, token);
    const std::string path = "/challenges?limit=200";
    const std::vector<std::string> paths =
        is_mine ? std::vector{path + "&mine=true", path + "&for=me"} : std::vector{path};
    if (form == ListForm::json) return print_json_list(client, "challenges", paths);
    ListPrinter list(form,
                     {{"number", number_columns},
                      {"state", what_columns},
                      {"board", board_columns},
                      {"terms", what_columns},
                      {"players"}},
                     "No open challenges.");
    std::set<protocol::ChallengeId> seen;
    for (const std::string& path_of_one : paths) {
        const int failed =
            add_rows(client, path_of_one, protocol::decode_challenge_page,
                     &protocol::ChallengePage::challenges, [&](const auto& challenge) {
                         const bool is_new = seen.insert(challenge.offer.id).second;
                         return !is_new || add_challenge(list, challenge);
                     });
        if (failed != 0) return failed;
    }
    list.finish();
    return 0;
}

}  // namespace tanbo::cli
