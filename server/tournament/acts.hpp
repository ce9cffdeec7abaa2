#pragma once

#include <optional>
#include <string>
#include <vector>

#include "protocol/json/error.hpp"
#include "protocol/tournaments/requests.hpp"
#include "protocol/tournaments/settings.hpp"
#include "server/game/game_transaction.hpp"
#include "server/store/transaction.hpp"
#include "server/tournament/log.hpp"

// The acts of players and organisers, inside a transaction of the writer.
namespace tanbo::tournament {

inline constexpr int organised_max = 20;  // that are not over, of one account
inline constexpr int games_started_at_once = 32;

// The tournaments as one job sees and changes them. A refusal leaves it to the caller to undo what
// was done.
//
// Errors of all: no_such_tournament; of acts of organisers not_an_organiser; those of decide.hpp.
// Throws (all of them): store::StorageError. Thread: the writer thread.
class Acts {
public:
    Acts(store::Transaction& transaction, game::GameTransaction& games)
        : transaction_(transaction), games_(games) {}

    using Done = protocol::Result<void>;

    // Errors: wrong_kind (a guest); limit_reached (organised_max); no_such_player of `apart`;
    // no_such_club and not_an_organiser of `club`.
    protocol::Result<TournamentId> create(AccountId by, const protocol::TournamentRequest& request,
                                          const pairing::Secret& secret);
    Done change(TournamentId id, AccountId by, const protocol::TournamentRequest& request);
    // Errors: frozen_setting if it has players, or has started.
    Done remove(TournamentId id, AccountId by);
    // Errors: no_such_player.
    Done set_organiser(TournamentId id, AccountId by, const std::string& handle, bool is_added);
    Done start(TournamentId id, AccountId by);
    Done cancel(TournamentId id, AccountId by, std::optional<std::string> reason);

    // Errors: those of entry_fault.
    Done join(TournamentId id, AccountId account);
    Done withdraw(TournamentId id, AccountId account, bool leaves_games);
    Done rest(TournamentId id, AccountId account, std::optional<int> round);
    Done pause(TournamentId id, AccountId account, bool is_paused);

    // Each yields the event. Errors: no_such_game (none of its latest); forbidden (a player of it);
    // invalid_field (a handle of neither player); game_over.
    using Ruled = protocol::Result<TournamentEvent>;
    Ruled forfeit(TournamentId id, AccountId by, GameId game,
                  const protocol::ForfeitRequest& request);
    Ruled adjudicate(TournamentId id, AccountId by, GameId game,
                     const protocol::TournamentVerdict& verdict);
    Ruled annul(TournamentId id, AccountId by, GameId game, const protocol::AnnulRequest& request);

    // --- what happens by itself ---

    // Starts it if that is due. Errors: those of start.
    Done start_if_due(TournamentId id);
    // Starts the games that can start, games_started_at_once at most; how many. The key of games
    // starts each once, also if two processes try at the same time.
    protocol::Result<int> start_games(TournamentId id);

private:
    // An account that a request names in this field; nothing if it names none.
    struct Named {
        std::optional<AccountId> account;
        std::string pointer;
    };
    // The players of a table as a ruling meets them, in the order of their seats.
    struct Seated {
        std::vector<std::optional<engine::Seat>> seats;  // of the game; nothing: not seated
        std::vector<bool> are_out;                       // of the game
    };
    // The result of a ruling, by the index at the table of the player that the request names.
    using ResultFor = GameResult (*)(const Seated& seated, std::optional<std::size_t> index);

    protocol::Result<Loaded> locked(TournamentId id);
    protocol::Result<Loaded> organised(TournamentId id, AccountId by);
    protocol::Result<std::vector<std::vector<AccountId>>> accounts_of(
        const std::vector<std::vector<std::string>>& groups);
    // The reason why `by` can't give it the club that is requested: no_such_club, not_an_organiser.
    std::optional<protocol::Error> club_fault(const protocol::TournamentRequest& request,
                                              AccountId by);
    // The place of a game that the organiser may decide on, after both are locked.
    protocol::Result<protocol::TableKey> table_of(const Loaded& loaded, AccountId by, GameId game);
    // Errors: no_such_player.
    protocol::Result<Named> named(const std::optional<std::string>& handle, std::string pointer);
    static protocol::Result<std::optional<std::size_t>> index_of(const Loaded& loaded,
                                                                 const Table& table,
                                                                 const Named& named);
    Ruled rule_on(TournamentId id, AccountId by, GameId game, const Named& named,
                  const std::string& reason, ResultFor result_for);
    Ruled forfeit_of_several(const Loaded& loaded, const protocol::TableKey& at, AccountId by,
                             std::size_t index, const std::string& reason);
    Ruled ruled(const Loaded& loaded, const Decides& decided);
    Done start_now(const Loaded& loaded);
    Decision without_unfit(const Tournament& tournament);
    void begin_game(const Loaded& loaded, Decision& decision, const protocol::TableKey& at);
    Seated seated_at(const Loaded& loaded, const Table& table, GameId game);
    void end_game(GameId game, const Seated& seated, const GameResult& result);

    store::Transaction& transaction_;
    game::GameTransaction& games_;
};

}  // namespace tanbo::tournament
