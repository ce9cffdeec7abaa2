#include "server/tournament/acts.hpp"

#include <algorithm>
#include <utility>

#include "engine/opening.hpp"
#include "protocol/json/handles.hpp"
#include "protocol/tournaments/clubs.hpp"
#include "server/game/seating.hpp"
#include "server/store/tables/accounts/accounts.hpp"
#include "server/store/tables/accounts/clubs.hpp"
#include "server/store/tables/accounts/handle_key.hpp"
#include "server/store/tables/games/tournaments.hpp"
#include "server/tournament/entry.hpp"
#include "server/tournament/names.hpp"
#include "server/tournament/pairing/swiss.hpp"
#include "server/tournament/rules/arenas.hpp"
#include "server/tournament/rules/draw_names.hpp"
#include "server/tournament/rules/openings.hpp"
#include "server/tournament/rules/rounds.hpp"

namespace tanbo::tournament {

namespace {

using protocol::Code;
using protocol::refusal;
using protocol::Result;
using protocol::TableKey;

// The place of the game, by what the tournament knows.
std::optional<TableKey> find_game(const Tournament& tournament, GameId game) {
    for (std::size_t round = 0; round < tournament.rounds.size(); ++round) {
        const auto& tables = tournament.rounds[round].tables;
        for (std::size_t table = 0; table < tables.size(); ++table) {
            const auto& games = tables[table].games;
            if (games.empty() || games.back().game != game) continue;
            return TableKey{static_cast<int>(round) + 1, static_cast<int>(table) + 1,
                            static_cast<int>(games.size())};
        }
    }
    return std::nullopt;
}

// Adds what follows the events so far.
void extend(Decision& decision, Decision more) {
    std::ranges::move(more.events, std::back_inserter(decision.events));
    decision.next = std::move(more.next);
}

std::vector<GameId> running_games(const Tournament& tournament, AccountId account) {
    std::vector<GameId> games;
    const auto player = tournament.find(account);
    if (!player) return games;
    for (const Round& round : tournament.rounds) {
        for (const Table& table : round.tables) {
            if (table.has(*player) && table.running()) games.push_back(*table.running());
        }
    }
    std::ranges::sort(games);
    return games;
}

std::vector<AccountId> players_at(const Tournament& tournament,
                                  const std::vector<TableKey>& tables) {
    std::vector<AccountId> accounts;
    for (const TableKey& at : tables) {
        for (const int player : tournament.table(at).players) {
            accounts.push_back(tournament.player(player).account);
        }
    }
    return accounts;
}

// The winner is first, or all who still play if there is none. Then come the others of these
// together, then those who are out.
std::vector<int> adjudicated_places(const std::vector<bool>& are_out,
                                    std::optional<std::size_t> winner) {
    const auto is_winner = [&](std::size_t i) { return winner == i; };
    int playing = 0;
    for (std::size_t i = 0; i < are_out.size(); ++i) {
        if (!are_out[i] && !is_winner(i)) ++playing;
    }
    const int second = winner ? 2 : 1;
    std::vector<int> places;
    places.reserve(are_out.size());
    for (std::size_t i = 0; i < are_out.size(); ++i) {
        places.push_back(is_winner(i) ? 1 : are_out[i] ? second + playing : second);
    }
    return places;
}

// The terms of a game at that table.
engine::Terms terms_at(const Tournament& tournament, TournamentId id, const TableKey& at) {
    const protocol::GameRules& rules = tournament.settings.rules;
    engine::Terms terms = tournament.settings.terms;
    const bool has_days = terms.clock.kind != engine::ClockKind::none && !is_live(terms.clock);
    terms.clock.vacations = has_days && rules.vacation;
    terms.swap = terms.swap || is_swap_game(tournament, tournament.table(at));
    terms.event = engine::EventTable{
        protocol::number_of(id), at.round, at.table, at.number, rules.undo, rules.pause};
    return terms;
}

// Writes what was decided, if it was.
Result<void> recorded(store::Transaction& transaction, TournamentId id, const Decides& decided) {
    if (!decided) return decided.error();
    append(transaction, id, *decided);
    return {};
}

}  // namespace

Result<Loaded> Acts::locked(TournamentId id) {
    auto loaded = lock(transaction_, id);
    if (!loaded) return no_such_tournament(id);
    return std::move(*loaded);
}

Result<Loaded> Acts::organised(TournamentId id, AccountId by) {
    auto loaded = locked(id);
    if (!loaded || loaded->tournament.is_organiser(by)) return loaded;
    return not_an_organiser(id);
}

Result<Acts::Named> Acts::named(const std::optional<std::string>& handle, std::string pointer) {
    if (!handle) return Named{{}, std::move(pointer)};
    const auto account = store::find_account(transaction_, store::handle_key(*handle));
    if (!account) return protocol::no_such_player(*handle, std::move(pointer));
    return Named{account->id, std::move(pointer)};
}

Result<std::vector<std::vector<AccountId>>> Acts::accounts_of(
    const std::vector<std::vector<std::string>>& groups) {
    std::vector<std::vector<AccountId>> all;
    for (std::size_t i = 0; i < groups.size(); ++i) {
        auto& accounts = all.emplace_back();
        for (std::size_t j = 0; j < groups[i].size(); ++j) {
            const auto player =
                named(groups[i][j], "/apart/" + std::to_string(i) + "/" + std::to_string(j));
            if (!player) return player.error();
            accounts.push_back(*player->account);
        }
    }
    return all;
}

std::optional<protocol::Error> Acts::club_fault(const protocol::TournamentRequest& request,
                                                AccountId by) {
    const std::optional<protocol::ClubId> club = request.settings.club;
    if (!club) return std::nullopt;
    if (!store::find_club(transaction_, *club)) return protocol::no_such_club(*club);
    if (store::club_role(transaction_, *club, by) == store::ClubRole::organiser)
        return std::nullopt;
    return protocol::not_an_organiser_of(*club);
}

Result<TournamentId> Acts::create(AccountId by, const protocol::TournamentRequest& request,
                                  const pairing::Secret& secret) {
    transaction_.lock_account(by);
    const auto account = store::find_account(transaction_, by);
    if (!account || account->kind == store::AccountKind::guest) {
        return refusal(Code::wrong_kind,
                       "Guests can't create tournaments. Create an account first.");
    }
    if (store::tournament_counts(transaction_, by).organising >= organised_max) {
        return protocol::limit_reached(organised_max, "tournaments that are not over");
    }
    if (auto fault = club_fault(request, by)) return *fault;
    auto apart = accounts_of(request.apart);
    if (!apart) return apart.error();
    TournamentSettings settings = request.settings;
    settings.apart = std::move(*apart);
    const Decision created =
        tournament::create(by, settings, pairing::commitment(secret), games_.now());
    return add(transaction_, created, secret);
}

Acts::Done Acts::change(TournamentId id, AccountId by, const protocol::TournamentRequest& request) {
    const auto loaded = organised(id, by);
    if (!loaded) return loaded.error();
    if (auto fault = club_fault(request, by)) return *fault;
    TournamentSettings settings = loaded->tournament.settings;
    protocol::apply(request, settings);
    if (request.gives("apart")) {
        auto apart = accounts_of(request.apart);
        if (!apart) return apart.error();
        settings.apart = std::move(*apart);
    }
    const auto decided =
        tournament::change(loaded->tournament, by, settings, request.given, games_.now());
    return recorded(transaction_, id, decided);
}

Acts::Done Acts::remove(TournamentId id, AccountId by) {
    const auto loaded = organised(id, by);
    if (!loaded) return loaded.error();
    const Tournament& tournament = loaded->tournament;
    const bool is_new = tournament.state == TournamentState::open || tournament.is_ladder();
    if (!is_new || !tournament.players.empty()) {
        return refusal(Code::frozen_setting, "Tournament " + protocol::to_string(id) +
                                                 " has players. Cancel it instead.");
    }
    store::delete_tournament(transaction_, id);
    return {};
}

Acts::Done Acts::set_organiser(TournamentId id, AccountId by, const std::string& handle,
                               bool is_added) {
    const auto account = store::find_account(transaction_, store::handle_key(handle));
    const auto loaded = organised(id, by);
    if (!loaded) return loaded.error();
    if (!account) return protocol::no_such_player(handle);
    const auto decided =
        tournament::set_organiser(loaded->tournament, account->id, by, is_added, games_.now());
    return recorded(transaction_, id, decided);
}

Acts::Done Acts::cancel(TournamentId id, AccountId by, std::optional<std::string> reason) {
    const auto loaded = organised(id, by);
    if (!loaded) return loaded.error();
    const auto decided =
        tournament::cancel(loaded->tournament, by, std::move(reason), loaded->secret, games_.now());
    return recorded(transaction_, id, decided);
}

// --- the start ---

// Players who no longer fulfil the conditions are withdrawn.
Decision Acts::without_unfit(const Tournament& tournament) {
    Decision decision{{}, tournament};
    for (const Player& player : tournament.players) {
        const auto account = store::find_account(transaction_, player.account);
        const bool is_fit =
            account && !account->deleted_at && !account->is_suspended(games_.now()) &&
            !bounds_fault(transaction_, *account, tournament.settings, games_.now());
        if (is_fit) continue;
        auto left =
            tournament::withdraw(decision.next, player.account,
                                 protocol::WithdrawalCause::entry_bounds, false, games_.now());
        if (left) extend(decision, std::move(*left));
    }
    return decision;
}

Acts::Done Acts::start_now(const Loaded& loaded) {
    const bool is_open = loaded.tournament.state == TournamentState::open;
    Decision decision =
        is_open ? without_unfit(loaded.tournament) : Decision{{}, loaded.tournament};
    const std::vector<AccountId> order = seeding(decision.next);
    const auto entrants = Names(transaction_, loaded.id).handles(order);
    auto started = tournament::start(decision.next, order, entrants, loaded.secret, games_.now());
    if (!started) return started.error();
    extend(decision, std::move(*started));
    append(transaction_, loaded.id, decision);
    return {};
}

Acts::Done Acts::start(TournamentId id, AccountId by) {
    const auto loaded = organised(id, by);
    if (!loaded) return loaded.error();
    return start_now(*loaded);
}

Acts::Done Acts::start_if_due(TournamentId id) {
    const auto loaded = locked(id);
    if (!loaded) return loaded.error();
    if (!starts_now(loaded->tournament, games_.now())) return {};
    return start_now(*loaded);
}

// --- players ---

Acts::Done Acts::join(TournamentId id, AccountId account) {
    transaction_.lock_account(account);
    const auto who = store::find_account(transaction_, account);
    const auto loaded = locked(id);
    if (!loaded) return loaded.error();
    if (!who) return refusal(Code::no_such_player, "This account does not exist.");
    const Tournament& tournament = loaded->tournament;
    if (auto fault = entry_fault(transaction_, *who, tournament, games_.now())) return *fault;
    const bool is_bot = who->kind == store::AccountKind::bot;
    const auto rating = rating_of(transaction_, account, tournament.settings);
    auto clubs = store::club_ids_of(transaction_, account, protocol::entered_clubs_max);
    // The club of the tournament is everyone's.
    if (tournament.settings.club) std::erase(clubs, *tournament.settings.club);
    const auto decided = enter(tournament, account, rating, is_bot, games_.now(), std::move(clubs));
    return recorded(transaction_, id, decided);
}

Acts::Done Acts::withdraw(TournamentId id, AccountId account, bool leaves_games) {
    std::vector<GameId> games;
    if (leaves_games) {
        const auto seen = load(transaction_, id);
        if (seen) games = running_games(seen->tournament, account);
        for (const GameId game : games) transaction_.lock_game(game);
    }
    const auto loaded = locked(id);
    if (!loaded) return loaded.error();
    const auto decided =
        tournament::withdraw(loaded->tournament, account, protocol::WithdrawalCause::themselves,
                             leaves_games, games_.now());
    if (!decided) return decided.error();
    append(transaction_, id, *decided);
    // A game that ended meanwhile refuses, which changes nothing.
    for (const GameId game : games) {
        (void)games_.command(game, engine::Leave{account});
    }
    return {};
}

Acts::Done Acts::rest(TournamentId id, AccountId account, std::optional<int> round) {
    const auto loaded = locked(id);
    if (!loaded) return loaded.error();
    const auto decided = tournament::rest(loaded->tournament, account, round, games_.now());
    return recorded(transaction_, id, decided);
}

Acts::Done Acts::pause(TournamentId id, AccountId account, bool is_paused) {
    const auto loaded = locked(id);
    if (!loaded) return loaded.error();
    const auto decided = tournament::pause(loaded->tournament, account, is_paused, games_.now());
    return recorded(transaction_, id, decided);
}

// --- organisers on games ---

Result<TableKey> Acts::table_of(const Loaded& loaded, AccountId by, GameId game) {
    const Tournament& tournament = loaded.tournament;
    const auto at = find_game(tournament, game);
    if (!at) {
        return refusal(Code::no_such_game, "Game " + protocol::to_string(game) +
                                               " is not a current game of this tournament.");
    }
    const auto player = tournament.find(by);
    if (player && tournament.table(*at).has(*player)) {
        return refusal(Code::forbidden, "You play in this game. Ask another organiser.");
    }
    return *at;
}

Acts::Ruled Acts::ruled(const Loaded& loaded, const Decides& decided) {
    if (!decided) return decided.error();
    append(transaction_, loaded.id, *decided);
    return decided->events.front();
}

Acts::Seated Acts::seated_at(const Loaded& loaded, const Table& table, GameId game) {
    const auto match = games_.match(game);
    Seated seated;
    for (const int player : table.players) {
        const AccountId account = loaded.tournament.player(player).account;
        seated.seats.push_back(match ? match->seat_of(account) : std::nullopt);
        const auto& seat = seated.seats.back();
        seated.are_out.push_back(!seat || !match->is_in(*seat));
    }
    return seated;
}

// The game ends as decided: the tournament doesn't look at it any more.
void Acts::end_game(GameId game, const Seated& seated, const GameResult& result) {
    const auto match = games_.match(game);
    if (match == nullptr || match->status() != engine::Status::active) return;
    const auto won = std::ranges::find(result.places, 1);
    const bool has_winner = std::ranges::count(result.places, 1) == 1;
    const auto winner = has_winner
                            ? seated.seats[static_cast<std::size_t>(won - result.places.begin())]
                            : std::nullopt;
    if (result.decided == Decided::forfeit && winner && match->ply() > 0) {
        const engine::Seat loser = engine::seat_at(1 - engine::index_of(*winner));
        (void)games_.command(game, engine::Remove{loser, engine::LeaveReason::removed});
        return;
    }
    if (result.decided == Decided::adjudicated && winner) {
        std::vector<int> places(match->seats().size(), 0);
        for (std::size_t i = 0; i < seated.seats.size(); ++i) {
            if (!seated.seats[i]) continue;
            places[static_cast<std::size_t>(engine::index_of(*seated.seats[i]))] = result.places[i];
        }
        (void)games_.command(game, engine::Adjudicate{winner, std::move(places)});
        return;
    }
    (void)games_.command(game, engine::Abort{});
}

// The index at the table of the player that a request names; nothing if it names none.
Result<std::optional<std::size_t>> Acts::index_of(const Loaded& loaded, const Table& table,
                                                  const Named& named) {
    if (!named.account) return std::optional<std::size_t>();
    const auto player = loaded.tournament.find(*named.account);
    if (!player || !table.has(*player)) {
        return refusal(Code::invalid_field, named.pointer + " must be a player of this game.",
                       named.pointer);
    }
    return std::optional(table.index_of(*player));
}

// The others play on. If one is left, the observer writes the result.
Acts::Ruled Acts::forfeit_of_several(const Loaded& loaded, const TableKey& at, AccountId by,
                                     std::size_t index, const std::string& reason) {
    const Table& table = loaded.tournament.table(at);
    auto event = ruled(loaded, forfeit_one(loaded.tournament, at, index, by, reason, games_.now()));
    const auto game = table.running();
    const auto match = game ? games_.match(*game) : nullptr;
    if (!event || match == nullptr) return event;
    const int player = table.players[index];
    const auto seat = match->seat_of(loaded.tournament.player(player).account);
    // A player who is out already loses what the place would give.
    if (seat) (void)games_.command(*game, engine::Remove{*seat, engine::LeaveReason::removed});
    return event;
}

Acts::Ruled Acts::rule_on(TournamentId id, AccountId by, GameId game, const Named& named,
                          const std::string& reason, ResultFor result_for) {
    transaction_.lock_game(game);
    const auto loaded = organised(id, by);
    if (!loaded) return loaded.error();
    const auto at = table_of(*loaded, by, game);
    if (!at) return at.error();
    const Table& table = loaded->tournament.table(*at);
    const auto index = index_of(*loaded, table, named);
    if (!index) return index.error();
    const Seated seated = seated_at(*loaded, table, game);
    GameResult result = result_for(seated, *index);
    // Two can sit at a table of several, too.
    if (table.has_several() && result.decided == Decided::adjudicated) {
        result.units = units_of(result.places, result.lost_by_forfeit);
    }
    const bool goes_on = table.has_several() && *index && result.decided == Decided::forfeit;
    if (goes_on) return forfeit_of_several(*loaded, *at, by, **index, reason);
    Ruling ruling{result, by, reason};
    // The places of two are those of their points.
    if (!table.has_several()) ruling.result.places.clear();
    auto event = ruled(*loaded, rule(loaded->tournament, *at, ruling, games_.now()));
    if (event) end_game(game, seated, result);
    return event;
}

Acts::Ruled Acts::forfeit(TournamentId id, AccountId by, GameId game,
                          const protocol::ForfeitRequest& request) {
    const auto loser = named(request.player, "/player");
    if (!loser) return loser.error();
    const auto result_for = [](const Seated& seated, std::optional<std::size_t> index) {
        GameResult result;
        result.decided = Decided::forfeit;
        result.units.assign(seated.seats.size(), 0);
        result.lost_by_forfeit.assign(seated.seats.size(), true);
        if (index && seated.seats.size() == 2) {
            result.units[1 - *index] = pairing::win_halves;
            result.lost_by_forfeit[1 - *index] = false;
            result.places = {1, 1};
            result.places[*index] = 2;
        }
        return result;
    };
    return rule_on(id, by, game, *loser, request.reason, result_for);
}

Acts::Ruled Acts::adjudicate(TournamentId id, AccountId by, GameId game,
                             const protocol::TournamentVerdict& verdict) {
    const auto winner = named(verdict.winner, "/winner");
    if (!winner) return winner.error();
    const auto result_for = [](const Seated& seated, std::optional<std::size_t> index) {
        GameResult result;
        result.decided = Decided::adjudicated;
        result.lost_by_forfeit.assign(seated.seats.size(), false);
        result.places = adjudicated_places(seated.are_out, index);
        if (index && seated.seats.size() == 2) {
            result.units[*index] = pairing::win_halves;
        } else {
            result.units = {1, 1};
        }
        return result;
    };
    return rule_on(id, by, game, *winner, verdict.reason, result_for);
}

Acts::Ruled Acts::annul(TournamentId id, AccountId by, GameId game,
                        const protocol::AnnulRequest& request) {
    transaction_.lock_game(game);
    const auto loaded = organised(id, by);
    if (!loaded) return loaded.error();
    const auto at = table_of(*loaded, by, game);
    if (!at) return at.error();
    auto event = ruled(*loaded, tournament::annul(loaded->tournament, *at, request.replays, by,
                                                  request.reason, games_.now()));
    if (event) end_game(game, {}, {});
    return event;
}

// --- games ---

void Acts::begin_game(const Loaded& loaded, Decision& decision, const TableKey& at) {
    const Tournament& tournament = decision.next;
    const engine::Setup* const setup = engine::find_setup(tournament.settings.setup);
    engine::GameOpened opened;
    opened.setup = tournament.settings.setup;
    opened.opening = setup->opening;
    opened.terms = terms_at(tournament, loaded.id, at);
    const auto named = [this](AccountId account) {
        const auto found = store::find_account(transaction_, account);
        return engine::Player{account, found ? found->handle : std::string()};
    };
    opened.creator = named(tournament.creator);
    const Table& table = tournament.table(at);
    opened.seats.resize(static_cast<std::size_t>(setup->seats));
    std::vector<AccountId> accounts;
    bool is_rated = opened.terms.rated;
    for (std::size_t i = 0; i < table.players.size(); ++i) {
        const Player& player = tournament.player(table.players[i]);
        if (!player.is_in()) continue;
        // No player is rated against an account of their own.
        is_rated = is_rated && game::admit_beside(transaction_, player.account, accounts);
        accounts.push_back(player.account);
        const int seat = seat_in_game(table, i, table.games.size());
        opened.seats[static_cast<std::size_t>(seat)] = {named(player.account), false};
    }
    opened.terms.rated = is_rated;
    const game::Step begun = games_.begin(std::move(opened));
    extend(decision, open_table(decision.next, at, begun.game, games_.now()));
}

Result<int> Acts::start_games(TournamentId id) {
    // Accounts are locked before the tournament is.
    const auto seen = load(transaction_, id);
    if (!seen) return no_such_tournament(id);
    const auto wanted = openings(seen->tournament, games_started_at_once);
    if (wanted.empty()) return 0;
    transaction_.lock_accounts(players_at(seen->tournament, wanted));
    const auto loaded = locked(id);
    if (!loaded) return loaded.error();
    Decision decision{{}, loaded->tournament};
    int started = 0;
    for (const TableKey& at : openings(loaded->tournament, games_started_at_once)) {
        if (std::ranges::find(wanted, at) == wanted.end()) continue;
        begin_game(*loaded, decision, at);
        ++started;
    }
    append(transaction_, id, decision);
    return started;
}

}  // namespace tanbo::tournament
