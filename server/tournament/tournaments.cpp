#include "server/tournament/tournaments.hpp"

#include <functional>
#include <utility>
#include <vector>

#include "engine/opening.hpp"
#include "protocol/games/answers.hpp"
#include "protocol/tournaments/answers.hpp"
#include "protocol/tournaments/events.hpp"
#include "server/base/secrets.hpp"
#include "server/game/game_transaction.hpp"
#include "server/game/idempotency.hpp"
#include "server/game/log.hpp"
#include "server/game/summaries.hpp"
#include "server/game/views/cursor.hpp"
#include "server/store/store.hpp"
#include "server/store/tables/accounts/accounts.hpp"
#include "server/store/tables/accounts/handle_key.hpp"
#include "server/store/tables/games/game_summaries.hpp"
#include "server/store/tables/games/tournaments.hpp"
#include "server/tournament/acts.hpp"
#include "server/tournament/bracket_view.hpp"
#include "server/tournament/fairness.hpp"
#include "server/tournament/group_view.hpp"
#include "server/tournament/ladder_acts.hpp"
#include "server/tournament/ladder_view.hpp"
#include "server/tournament/league_view.hpp"
#include "server/tournament/log.hpp"
#include "server/tournament/names.hpp"
#include "server/tournament/views.hpp"

namespace tanbo::tournament {

static_assert(tournaments_page_max == store::tournaments_page_max);

namespace {

using protocol::Code;
using protocol::refusal;
using protocol::Result;

constexpr std::string_view tournaments_list = "T";
constexpr std::string_view my_tournaments_list = "Tm";
constexpr std::string_view tournament_games_list = "Tg";

// The work of a job, which yields its answer.
using Work = std::function<Result<std::pair<TournamentId, std::string>>(store::Transaction&,
                                                                        game::GameTransaction&)>;
using Act = std::function<Result<void>(Acts&)>;
using Rule = std::function<Acts::Ruled(Acts&)>;

std::string view_after(store::Transaction& transaction, TournamentId id, AccountId viewer,
                       Instant now) {
    const Loaded loaded = load(transaction, id).value();
    return protocol::encode_tournament(to_view(transaction, loaded, viewer, now));
}

// An act as work: the answer is the tournament after it.
Work work_of(TournamentId id, AccountId account, Act act) {
    return [id, account, act = std::move(act)](
               store::Transaction& transaction,
               game::GameTransaction& games) -> Result<std::pair<TournamentId, std::string>> {
        Acts acts(transaction, games);
        const auto done = act(acts);
        if (!done) return done.error();
        return std::pair(id, view_after(transaction, id, account, games.now()));
    };
}

// An organiser's ruling as work: the answer is its event.
Work ruling_of(TournamentId id, Rule rule) {
    return [id, rule = std::move(rule)](
               store::Transaction& transaction,
               game::GameTransaction& games) -> Result<std::pair<TournamentId, std::string>> {
        Acts acts(transaction, games);
        const auto event = rule(acts);
        if (!event) return event.error();
        const Loaded loaded = load(transaction, id).value();
        const Names names(transaction, id);
        return std::pair(
            id, protocol::encode_tournament_event(id, *event, names.for_log(loaded.tournament)));
    };
}

// An act of a player of a ladder as work: the answer is the challenge.
using LadderAct = std::function<Result<ChallengeNow>(store::Transaction&, Instant)>;
Work challenge_of(TournamentId id, LadderAct act) {
    return [id, act = std::move(act)](
               store::Transaction& transaction,
               game::GameTransaction& games) -> Result<std::pair<TournamentId, std::string>> {
        const auto done = act(transaction, games.now());
        if (!done) return done.error();
        const Names names(transaction, id);
        return std::pair(id, protocol::encode_ladder_challenge(
                                 challenge_view(done->ladder, names, done->number)));
    };
}

// The work as a job of the writer, done once for each key.
std::function<Result<Answer>(store::Transaction&, game::GameTransaction&)> job_of(
    Work work, Tournaments::Key key) {
    return [work = std::move(work), key = std::move(key)](
               store::Transaction& transaction, game::GameTransaction& games) -> Result<Answer> {
        const auto decide = [&]() -> Result<game::Receipt> {
            auto done = work(transaction, games);
            if (!done) return done.error();
            game::Receipt receipt;
            receipt.game = protocol::GameId{protocol::number_of(done->first)};
            receipt.body = std::make_shared<const std::string>(std::move(done->second));
            return receipt;
        };
        const auto receipt = game::once(transaction, key, games.now(), decide);
        if (!receipt) return receipt.error();
        return Answer{TournamentId{protocol::number_of(receipt->game)}, receipt->body};
    };
}

// The query of a page behind the cursor. Errors: bad_cursor.
Result<store::TournamentsQuery> query_of(std::string_view list,
                                         const std::optional<std::string>& cursor, int limit) {
    const auto numbers = game::parse_cursor(list, 1, cursor);
    if (!numbers) return numbers.error();
    store::TournamentsQuery query;
    if (*numbers) query.before = (**numbers).front().id<TournamentId>();
    query.limit = limit;
    return query;
}

std::vector<protocol::ListedLine> lines_of(const store::TournamentsPage& page) {
    std::vector<protocol::ListedLine> lines;
    lines.reserve(page.tournaments.size());
    for (const auto& one : page.tournaments)
        lines.push_back({one.id, one.creator, one.summary, {}});
    return lines;
}

std::optional<std::string> next_of(std::string_view list, const store::TournamentsPage& page) {
    if (!page.has_more) return std::nullopt;
    return game::format_cursor(list, {page.tournaments.back().id});
}

protocol::GameSummary summary_of(store::Reader& reader, const store::GameSummary& row,
                                 bool with_position) {
    protocol::GameSummary summary = game::to_summary(row);
    if (!with_position) return summary;
    const auto match = game::load_match(reader, row.id);
    summary.position = match ? protocol::encode_position(*match) : "null";
    return summary;
}

Result<std::string> export_of(const Tournament& tournament, const Names& names, ExportForm form,
                              store::Reader& reader, const Loaded& loaded, Instant now) {
    if (form == ExportForm::trf16) {
        const bool has_rounds = !tournament.has_several() && !tournament.is_ladder() &&
                                !tournament.is_league() && !tournament.is_arena();
        if (has_rounds) return trf_of(tournament, names);
        return refusal(Code::bad_parameter,
                       "format must be json or csv: TRF16 describes rounds of two at a table.",
                       "format");
    }
    const auto standings = standings_of(tournament, names, {});
    if (form == ExportForm::csv) return protocol::tournament_csv(standings);
    std::vector<std::string> rounds;
    for (int round = 1; round <= std::ssize(round_heads(tournament)); ++round) {
        rounds.push_back(
            protocol::encode_tournament_round(tournament.seq, round_of(tournament, names, round)));
    }
    std::optional<std::string> groups;
    if (tournament.has_groups()) {
        groups = protocol::encode_tournament_groups(groups_view(tournament, names));
    }
    return protocol::encode_tournament_export(
        to_view(reader, loaded, {}, now), players_of(tournament, names), rounds, standings, groups);
}

}  // namespace

struct Tournaments::State {
    game::Referee& referee;
    store::Store& store;
    base::Clock clock;

    Written submit(Work work, Key key) {
        auto job = job_of(std::move(work), std::move(key));
        co_return co_await referee.transact<Answer>(std::move(job));
    }
    Written act(AccountId account, TournamentId id, Act act, Key key) {
        return submit(work_of(id, account, std::move(act)), std::move(key));
    }

    // Calls look(reader, loaded), which yields a text or a refusal.
    template <class Look>
    Read look(TournamentId id, Look look) {
        return store.read(
            [id, look = std::move(look)](store::Reader& reader) -> Result<std::string> {
                const auto loaded = load(reader, id);
                if (!loaded) return no_such_tournament(id);
                return look(reader, *loaded);
            });
    }
};

Tournaments::Tournaments(game::Referee& referee, store::Store& store, base::Clock clock)
    : state_(new State{referee, store, std::move(clock)}) {}

Tournaments::~Tournaments() = default;

// --- what people do ---

Tournaments::Written Tournaments::create(protocol::AccountId account,
                                         protocol::TournamentRequest request, Key key) {
    pairing::Secret secret{};
    base::random_bytes(secret);
    Work work = [account, request = std::move(request), secret](
                    store::Transaction& transaction,
                    game::GameTransaction& games) -> Result<std::pair<TournamentId, std::string>> {
        const auto id = Acts(transaction, games).create(account, request, secret);
        if (!id) return id.error();
        return std::pair(*id, view_after(transaction, *id, account, games.now()));
    };
    return state_->submit(std::move(work), std::move(key));
}

Tournaments::Written Tournaments::change(protocol::AccountId account, TournamentId id,
                                         protocol::TournamentRequest request, Key key) {
    Act act = [=, request = std::move(request)](Acts& acts) {
        return acts.change(id, account, request);
    };
    return state_->act(account, id, std::move(act), std::move(key));
}

base::Awaitable<Result<void>> Tournaments::remove(protocol::AccountId account, TournamentId id) {
    game::GamesWork work = [=](store::Transaction& transaction, game::GameTransaction& games) {
        return Acts(transaction, games).remove(id, account);
    };
    return state_->referee.transact<void>(std::move(work));
}

Tournaments::Written Tournaments::join(protocol::AccountId account, TournamentId id, Key key) {
    Act act = [=](Acts& acts) { return acts.join(id, account); };
    return state_->act(account, id, std::move(act), std::move(key));
}

Tournaments::Written Tournaments::withdraw(protocol::AccountId account, TournamentId id,
                                           protocol::WithdrawRequest request, Key key) {
    Act act = [=](Acts& acts) { return acts.withdraw(id, account, request.leaves_games); };
    return state_->act(account, id, std::move(act), std::move(key));
}

Tournaments::Written Tournaments::rest(protocol::AccountId account, TournamentId id,
                                       protocol::RestRequest request, Key key) {
    Act act = [=](Acts& acts) {
        return request.pauses ? acts.pause(id, account, *request.pauses)
                              : acts.rest(id, account, request.round);
    };
    return state_->act(account, id, std::move(act), std::move(key));
}

Tournaments::Written Tournaments::start(protocol::AccountId account, TournamentId id, Key key) {
    Act act = [=](Acts& acts) { return acts.start(id, account); };
    return state_->act(account, id, std::move(act), std::move(key));
}

Tournaments::Written Tournaments::cancel(protocol::AccountId account, TournamentId id,
                                         protocol::CancelRequest request, Key key) {
    Act act = [=, request = std::move(request)](Acts& acts) {
        return acts.cancel(id, account, request.reason);
    };
    return state_->act(account, id, std::move(act), std::move(key));
}

Tournaments::Written Tournaments::set_organiser(protocol::AccountId account, TournamentId id,
                                                std::string handle, bool is_added) {
    Act act = [=, handle = std::move(handle)](Acts& acts) {
        return acts.set_organiser(id, account, handle, is_added);
    };
    return state_->act(account, id, std::move(act), {});
}

Tournaments::Written Tournaments::forfeit(protocol::AccountId account, TournamentId id,
                                          protocol::GameId game, protocol::ForfeitRequest request,
                                          Key key) {
    Rule rule = [=, request = std::move(request)](Acts& acts) {
        return acts.forfeit(id, account, game, request);
    };
    return state_->submit(ruling_of(id, std::move(rule)), std::move(key));
}

Tournaments::Written Tournaments::adjudicate(protocol::AccountId account, TournamentId id,
                                             protocol::GameId game,
                                             protocol::TournamentVerdict verdict, Key key) {
    Rule rule = [=, verdict = std::move(verdict)](Acts& acts) {
        return acts.adjudicate(id, account, game, verdict);
    };
    return state_->submit(ruling_of(id, std::move(rule)), std::move(key));
}

Tournaments::Written Tournaments::annul(protocol::AccountId account, TournamentId id,
                                        protocol::GameId game, protocol::AnnulRequest request,
                                        Key key) {
    Rule rule = [=, request = std::move(request)](Acts& acts) {
        return acts.annul(id, account, game, request);
    };
    return state_->submit(ruling_of(id, std::move(rule)), std::move(key));
}

Tournaments::Written Tournaments::challenge(protocol::AccountId account, TournamentId id,
                                            protocol::ChallengeRequest request, Key key) {
    LadderAct act = [=, request = std::move(request)](store::Transaction& transaction,
                                                      Instant now) {
        return challenge_player(transaction, id, account, request.player, now);
    };
    return state_->submit(challenge_of(id, std::move(act)), std::move(key));
}

Tournaments::Written Tournaments::answer(protocol::AccountId account, TournamentId id,
                                         int challenge, ChallengeAnswer answer, Key key) {
    LadderAct act = [=](store::Transaction& transaction, Instant now) {
        return answer_challenger(transaction, id, account, challenge, answer, now);
    };
    return state_->submit(challenge_of(id, std::move(act)), std::move(key));
}

// --- what there is ---

Tournaments::Read Tournaments::find(Viewer viewer, TournamentId id) {
    return state_->look(
        id, [viewer, now = state_->clock()](store::Reader& reader, const Loaded& loaded) {
            return Result<std::string>(
                protocol::encode_tournament(to_view(reader, loaded, viewer, now)));
        });
}

Tournaments::Read Tournaments::list(ListFilter filter, std::optional<std::string> cursor,
                                    int limit) {
    if (filter.setup && engine::find_setup(*filter.setup) == nullptr) {
        co_return protocol::no_such_setup(*filter.setup, Code::bad_parameter);
    }
    auto query = query_of(tournaments_list, cursor, limit);
    if (!query) co_return query.error();
    query->setup = filter.setup;
    query->club = filter.club;
    if (filter.state) query->state = protocol::tournament_state_name(*filter.state);
    if (filter.format) query->format = protocol::format_name(*filter.format);
    auto look = [query = *query](store::Reader& reader) {
        const auto page = store::list_tournaments(reader, query);
        return protocol::encode_tournament_page(lines_of(page), next_of(tournaments_list, page));
    };
    co_return co_await state_->store.read(std::move(look));
}

Tournaments::Read Tournaments::mine(protocol::AccountId account,
                                    std::optional<protocol::TournamentState> state,
                                    std::optional<std::string> cursor, int limit) {
    auto query = query_of(my_tournaments_list, cursor, limit);
    if (!query) co_return query.error();
    query->account = account;
    if (state) query->state = protocol::tournament_state_name(*state);
    auto look = [query = *query, account, now = state_->clock()](store::Reader& reader) {
        const auto page = store::list_tournaments(reader, query);
        auto lines = lines_of(page);
        for (protocol::ListedLine& line : lines) {
            const auto loaded = load(reader, line.id);
            if (!loaded) continue;
            line.you = you_of(reader, *loaded, Names(reader, line.id), account, now);
        }
        return protocol::encode_tournament_page(lines, next_of(my_tournaments_list, page));
    };
    co_return co_await state_->store.read(std::move(look));
}

Tournaments::Read Tournaments::players(TournamentId id) {
    return state_->look(id, [](store::Reader& reader, const Loaded& loaded) {
        const Names names(reader, loaded.id);
        return Result<std::string>(protocol::encode_tournament_players(
            loaded.tournament.seq, players_of(loaded.tournament, names)));
    });
}

Tournaments::Read Tournaments::rounds(TournamentId id) {
    return state_->look(id, [](store::Reader&, const Loaded& loaded) {
        return Result<std::string>(protocol::encode_tournament_rounds(
            loaded.tournament.seq, round_heads(loaded.tournament)));
    });
}

Tournaments::Read Tournaments::round(TournamentId id, std::uint32_t number) {
    return state_->look(
        id, [number](store::Reader& reader, const Loaded& loaded) -> Result<std::string> {
            const Tournament& tournament = loaded.tournament;
            if (number < 1 || number > round_heads(tournament).size()) {
                return refusal(Code::no_such_round, "Tournament " + protocol::to_string(loaded.id) +
                                                        " has no round " + std::to_string(number) +
                                                        " yet.");
            }
            const Names names(reader, loaded.id);
            return protocol::encode_tournament_round(
                tournament.seq, round_of(tournament, names, static_cast<int>(number)));
        });
}

Tournaments::Read Tournaments::standings(TournamentId id, std::optional<std::string> explain) {
    return state_->look(id,
                        [explain = std::move(explain)](
                            store::Reader& reader, const Loaded& loaded) -> Result<std::string> {
                            std::optional<int> explained;
                            if (explain) {
                                const auto account =
                                    store::find_account(reader, store::handle_key(*explain));
                                if (account) explained = loaded.tournament.find(account->id);
                                if (!explained) return protocol::no_such_player(*explain);
                            }
                            const Names names(reader, loaded.id);
                            return protocol::encode_tournament_standings(
                                standings_of(loaded.tournament, names, explained));
                        });
}

Tournaments::Read Tournaments::bracket(TournamentId id) {
    return state_->look(id, [](store::Reader& reader, const Loaded& loaded) {
        const Names names(reader, loaded.id);
        return Result<std::string>(
            protocol::encode_tournament_bracket(bracket_view(loaded.tournament, names)));
    });
}

Tournaments::Read Tournaments::groups(TournamentId id) {
    return state_->look(id, [](store::Reader& reader, const Loaded& loaded) {
        const Names names(reader, loaded.id);
        return Result<std::string>(
            protocol::encode_tournament_groups(groups_view(loaded.tournament, names)));
    });
}

Tournaments::Read Tournaments::fairness(AccountId account, TournamentId id) {
    return state_->look(id, [account](store::Reader& reader, const Loaded& loaded) {
        if (!loaded.tournament.is_organiser(account)) {
            return Result<std::string>(not_an_organiser(loaded.id));
        }
        return Result<std::string>(
            protocol::encode_tournament_fairness(fairness_view(reader, loaded)));
    });
}

Tournaments::Read Tournaments::ladder(Viewer viewer, TournamentId id) {
    return state_->look(
        id, [viewer, now = state_->clock()](store::Reader& reader, const Loaded& loaded) {
            const Names names(reader, loaded.id);
            return Result<std::string>(
                protocol::encode_ladder(ladder_view(reader, loaded, names, viewer, now)));
        });
}

Tournaments::Read Tournaments::league(Viewer viewer, TournamentId id,
                                      std::optional<std::uint32_t> season) {
    return state_->look(
        id,
        [viewer, season, now = state_->clock()](store::Reader& reader,
                                                const Loaded& loaded) -> Result<std::string> {
            const Tournament& tournament = loaded.tournament;
            const auto begun = tournament.is_league() ? tournament.rounds.size() : 0;
            if (season && *season > begun) {
                return refusal(Code::no_such_round, "Tournament " + protocol::to_string(loaded.id) +
                                                        " has no season " +
                                                        std::to_string(*season) + " yet.");
            }
            const Names names(reader, loaded.id);
            const int shown = static_cast<int>(season.value_or(0));
            return protocol::encode_league(league_view(tournament, names, viewer, shown, now));
        });
}

Tournaments::Read Tournaments::games(TournamentId id, GamesFilter filter,
                                     std::optional<std::string> cursor, int limit) {
    const auto numbers = game::parse_cursor(tournament_games_list, 3, cursor);
    if (!numbers) co_return numbers.error();
    store::TablePlace after;
    if (*numbers)
        after = {(**numbers)[0].number(), (**numbers)[1].number(), (**numbers)[2].number()};
    auto look = [id, filter = std::move(filter), after,
                 limit](store::Reader& reader) -> Result<std::string> {
        if (!store::find_tournament(reader, id)) return no_such_tournament(id);
        const std::optional<std::int64_t> round = filter.round;
        auto found = store::games_of_tournament(reader, id, round, filter.status, after, limit + 1);
        std::optional<std::string> next;
        if (std::ssize(found) > limit) {
            found.pop_back();
            const store::TablePlace& at = found.back().at;
            next = game::format_cursor(tournament_games_list, {at.round, at.table, at.number});
        }
        std::vector<GameId> ids;
        ids.reserve(found.size());
        for (const auto& one : found) ids.push_back(one.game);
        std::vector<protocol::GameSummary> summaries;
        for (const auto& row : store::find_games(reader, ids)) {
            summaries.push_back(summary_of(reader, row, filter.with_positions));
        }
        return protocol::encode_game_page(summaries, next);
    };
    co_return co_await state_->store.read(std::move(look));
}

Tournaments::Read Tournaments::events(TournamentId id, std::uint32_t after, int limit) {
    return state_->look(id, [after, limit](store::Reader& reader, const Loaded& loaded) {
        const Names names(reader, loaded.id);
        return Result<std::string>(protocol::encode_tournament_events(
            loaded.id, loaded.tournament.seq, read_log(reader, loaded.id, after, limit),
            names.for_log(loaded.tournament)));
    });
}

Tournaments::Read Tournaments::exported(TournamentId id, ExportForm form) {
    return state_->look(id,
                        [form, now = state_->clock()](store::Reader& reader, const Loaded& loaded) {
                            const Names names(reader, loaded.id);
                            return export_of(loaded.tournament, names, form, reader, loaded, now);
                        });
}

}  // namespace tanbo::tournament
