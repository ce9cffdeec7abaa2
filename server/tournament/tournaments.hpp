#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/json/error.hpp"
#include "protocol/json/ids.hpp"
#include "protocol/tournaments/ladders.hpp"
#include "protocol/tournaments/requests.hpp"
#include "protocol/tournaments/settings.hpp"
#include "server/base/clock.hpp"
#include "server/base/threads/async.hpp"
#include "server/game/referee.hpp"
#include "server/tournament/rules/ladders.hpp"

namespace tanbo::store {
class Store;
}

namespace tanbo::tournament {

inline constexpr int tournaments_page_default = 50;
inline constexpr int tournaments_page_max = 200;
inline constexpr int tournament_games_page_default = 50;
inline constexpr int tournament_games_page_max = 200;
inline constexpr int positions_page_max = 50;

// JSON, and the number of its tournament.
struct Answer {
    protocol::TournamentId id{};
    game::SharedBytes body;
};

struct ListFilter {
    std::optional<protocol::TournamentState> state = {};
    std::optional<protocol::TournamentFormat> format = {};
    std::optional<std::string> setup = {};
    std::optional<protocol::ClubId> club = {};
};

struct GamesFilter {
    std::optional<std::uint32_t> round = {};
    std::optional<std::string> status = {};  // "open", "active", "finished"
    bool with_positions = false;
};

enum class ExportForm : std::uint8_t { trf16, json, csv };

// Tournaments for those who ask over an API.
//
// Errors of all: storage_unavailable, overloaded, with retry_after_s; of what writes
// idempotency_key_reused, shutting_down; no_such_tournament. The other errors are those of Acts.
// Thread: any I/O thread.
class Tournaments {
public:
    // Requires: all of them outlive it.
    Tournaments(game::Referee& referee, store::Store& store, base::Clock clock);
    ~Tournaments();
    Tournaments(const Tournaments&) = delete;
    Tournaments& operator=(const Tournaments&) = delete;

    using Key = std::optional<game::IdempotencyKey>;
    using Viewer = std::optional<protocol::AccountId>;
    using Written = base::Awaitable<protocol::Result<Answer>>;
    using Read = base::Awaitable<protocol::Result<std::string>>;

    // --- what people do; each yields the tournament afterwards ---
    Written create(protocol::AccountId account, protocol::TournamentRequest request, Key key);
    base::Awaitable<protocol::Result<void>> remove(protocol::AccountId account,
                                                   protocol::TournamentId id);
    Written join(protocol::AccountId account, protocol::TournamentId id, Key key);
    Written withdraw(protocol::AccountId account, protocol::TournamentId id,
                     protocol::WithdrawRequest request, Key key);
    Written rest(protocol::AccountId account, protocol::TournamentId id,
                 protocol::RestRequest request, Key key);
    Written start(protocol::AccountId account, protocol::TournamentId id, Key key);
    Written cancel(protocol::AccountId account, protocol::TournamentId id,
                   protocol::CancelRequest request, Key key);
    Written change(protocol::AccountId account, protocol::TournamentId id,
                   protocol::TournamentRequest request, Key key);
    Written set_organiser(protocol::AccountId account, protocol::TournamentId id,
                          std::string handle, bool is_added);
    // These yield the event.
    Written forfeit(protocol::AccountId account, protocol::TournamentId id, protocol::GameId game,
                    protocol::ForfeitRequest request, Key key);
    Written adjudicate(protocol::AccountId account, protocol::TournamentId id,
                       protocol::GameId game, protocol::TournamentVerdict verdict, Key key);
    Written annul(protocol::AccountId account, protocol::TournamentId id, protocol::GameId game,
                  protocol::AnnulRequest request, Key key);

    // These yield the challenge. Their errors are those of ladder_acts.hpp.
    Written challenge(protocol::AccountId account, protocol::TournamentId id,
                      protocol::ChallengeRequest request, Key key);
    Written answer(protocol::AccountId account, protocol::TournamentId id, int challenge,
                   ChallengeAnswer answer, Key key);

    // --- what there is ---
    Read find(Viewer viewer, protocol::TournamentId id);
    // Errors: bad_cursor.
    Read list(ListFilter filter, std::optional<std::string> cursor, int limit);
    Read mine(protocol::AccountId account, std::optional<protocol::TournamentState> state,
              std::optional<std::string> cursor, int limit);
    Read players(protocol::TournamentId id);
    Read rounds(protocol::TournamentId id);
    // Errors: no_such_round.
    Read round(protocol::TournamentId id, std::uint32_t number);
    // Errors: no_such_player, also of one who has not entered.
    Read standings(protocol::TournamentId id, std::optional<std::string> explain);
    Read bracket(protocol::TournamentId id);
    Read groups(protocol::TournamentId id);
    // Errors: not_an_organiser.
    Read fairness(protocol::AccountId account, protocol::TournamentId id);
    Read ladder(Viewer viewer, protocol::TournamentId id);
    // A season of a league; without a number, the latest. Errors: no_such_round.
    Read league(Viewer viewer, protocol::TournamentId id, std::optional<std::uint32_t> season);
    // Errors: bad_cursor.
    Read games(protocol::TournamentId id, GamesFilter filter, std::optional<std::string> cursor,
               int limit);
    Read events(protocol::TournamentId id, std::uint32_t after, int limit);
    Read exported(protocol::TournamentId id, ExportForm form);

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace tanbo::tournament
