#include "server/tournament/notices.hpp"

#include <algorithm>
#include <map>
#include <utility>
#include <variant>

#include "protocol/people/notices.hpp"
#include "server/notify/notify.hpp"
#include "server/tournament/log.hpp"
#include "server/tournament/names.hpp"
#include "server/tournament/rules/leagues.hpp"
#include "server/tournament/views.hpp"

namespace tanbo::tournament {

namespace {

using protocol::NoticeKind;
using protocol::TournamentNotice;

// The notices of one decision, in the order of the accounts: two transactions lock them in the same
// order.
class Teller {
public:
    Teller(store::Transaction& transaction, TournamentId id, const Decision& decision)
        : transaction_(transaction), id_(id), tournament_(decision.next), names_(transaction, id) {
        for (const TournamentEvent& event : decision.events) {
            at_ = event.at;
            std::visit([this](const auto& data) { add(data); }, event.data);
        }
    }

    void notify_all() {
        for (const auto& [account, notice] : notices_) notify::notify(transaction_, at_, notice);
    }

private:
    template <class Data>
    void add(const Data&) {}

    // The first game of a table says that the round has begun for its players.
    void add(const protocol::TableStarted& started) {
        if (started.at.number != 1 || tournament_.is_league()) return;
        const Table& table = tournament_.table(started.at);
        if (table.challenge) return tell_begin(table, started);
        for (const int player : table.players) {
            if (!is_first_table(player, table)) continue;
            TournamentNotice notice = of_round(started.at.round);
            notice.table = started.at.table;
            notice.game = started.game;
            for (const int other : table.players) {
                if (other != player) notice.opponents.push_back(name_of(other));
            }
            put(player, NoticeKind::tournament_round, notice);
        }
    }

    // Players of an arena are told of their first game there: its page takes them to the others.
    bool is_first_table(int player, const Table& table) const {
        if (!tournament_.is_arena()) return true;
        const auto has_player = [player](const Table& one) { return one.has(player); };
        return &*std::ranges::find_if(tournament_.rounds.front().tables, has_player) == &table;
    }

    // All rounds of a round robin are paired at its start: no one is told of a rest weeks ahead.
    void add(const protocol::RoundPaired& paired) {
        if (!tournament_.is_paired_by_round() && !tournament_.knocks_out()) return;
        for (const auto& [number, kind] : paired.resting) {
            TournamentNotice notice = of_round(paired.round);
            notice.rests = protocol::resting_name(kind);
            put(number - 1, NoticeKind::tournament_round, notice);
        }
    }

    void add(const protocol::TournamentFinished& finished) {
        const bool has_standings =
            tournament_.started_at && finished.end != protocol::TournamentEnd::cancelled;
        std::map<int, protocol::StandingView> rows;
        if (has_standings) {
            for (auto& row : standings_of(tournament_, names_, {}).standings) {
                rows.emplace(row.number - 1, std::move(row));
            }
        }
        for (int player = 0; player < std::ssize(tournament_.players); ++player) {
            TournamentNotice notice = of_round(0);
            notice.end = protocol::tournament_end_name(finished.end);
            notice.reason = finished.reason;
            notice.players = static_cast<int>(std::ssize(tournament_.players));
            if (const auto row = rows.find(player); row != rows.end()) {
                notice.place = row->second.place;
                notice.units = row->second.units;
                notice.units_a_point = protocol::units_a_point(tournament_.settings);
            }
            put(player, NoticeKind::tournament_finished, notice);
        }
    }

    // --- leagues: one notice as a season begins, and one at its end ---

    void add(const protocol::SeasonBegun& begun) {
        for (std::size_t i = 0; i < begun.divisions.size(); ++i) {
            for (const int number : begun.divisions[i]) {
                auto notice = of_season(begun.season, i);
                notice.what = "began";
                const auto before = division_of(tournament_, begun.season - 1, number - 1);
                const bool has_just_entered =
                    tournament_.player(number - 1).first_round == begun.season;
                if (before && !has_just_entered) {
                    notice.moved = *before > i ? "up" : *before < i ? "down" : "stays";
                }
                put_league(number - 1, notice);
            }
        }
    }

    // A season that others have begun after tells nothing more.
    void add(const protocol::RoundEnded& ended) {
        if (!tournament_.is_league() || ended.round != current_season(tournament_)) return;
        const Round& season = tournament_.rounds.back();
        for (std::size_t i = 0; i < season.divisions.size(); ++i) {
            const auto rows = division_standings(tournament_, ended.round, i, Unfinished::nothing);
            for (const Ranked& row : rows) {
                auto notice = of_season(ended.round, i);
                notice.what = "ended";
                notice.place = row.place;
                notice.halves = row.units;
                put_league(row.player, notice);
            }
        }
    }

    protocol::LeagueNotice of_season(int season, std::size_t division) const {
        const Round& one = tournament_.rounds[static_cast<std::size_t>(season) - 1];
        protocol::LeagueNotice notice;
        notice.tournament = id_;
        notice.name = tournament_.settings.name;
        notice.season = season;
        notice.division = static_cast<int>(division) + 1;
        notice.players = static_cast<int>(one.divisions[division].players.size());
        return notice;
    }

    void put_league(int player, const protocol::LeagueNotice& told) {
        put(player, NoticeKind::league_season, {}, protocol::encode_league_notice(told));
    }

    // --- ladders ---

    void add(const protocol::ChallengeMade& made) {
        const Table& table = *tournament_.find_challenge(made.challenge);
        protocol::LadderNotice notice = of_challenge(table, made.challenge, 0, "asked");
        notice.until = made.answer_by;
        put_ladder(table.players[0], notice);
    }

    void tell_begin(const Table& table, const protocol::TableStarted& started) {
        for (std::size_t i = 0; i < table.players.size(); ++i) {
            auto notice = of_challenge(table, started.at.table, i, "playing");
            notice.game = started.game;
            put_ladder(table.players[i], notice);
        }
    }

    // A game tells its end by itself, unless a player has left meanwhile. Players know what they
    // have done.
    void add(const protocol::TableDecided& decided) {
        const Table* const table = tournament_.find_table(decided.at);
        if (table == nullptr || !table->challenge) return;
        if (decided.game && tournament_.players_in(*table) == 2) return;
        for (std::size_t i = 0; i < table->players.size(); ++i) {
            const bool has_lost = decided.lost_by_forfeit[i];
            if (has_lost && decided.decided != Decided::unanswered) continue;
            auto notice = of_challenge(*table, decided.at.table, i, has_lost ? "lost" : "won");
            notice.why = protocol::decided_name(decided.decided);
            const auto place = tournament_.ladder.place(table->players[i]);
            if (place) notice.place = *place + 1;
            put_ladder(table->players[i], notice);
        }
    }

    protocol::LadderNotice of_challenge(const Table& table, int number, std::size_t player,
                                        std::string_view what) const {
        protocol::LadderNotice notice;
        notice.tournament = id_;
        notice.name = tournament_.settings.name;
        notice.challenge = number;
        notice.what = what;
        notice.opponent = name_of(table.players[1 - player]);
        return notice;
    }

    void put_ladder(int player, const protocol::LadderNotice& told) {
        put(player, NoticeKind::ladder_challenge, told.game, protocol::encode_ladder_notice(told),
            told.challenge);
    }

    TournamentNotice of_round(int round) const {
        TournamentNotice notice;
        notice.tournament = id_;
        notice.name = tournament_.settings.name;
        notice.round = round;
        notice.is_arena = tournament_.is_arena();
        return notice;
    }

    std::string name_of(int player) const {
        return names_.handle(tournament_.player(player).account);
    }

    void put(int player, NoticeKind kind, const TournamentNotice& told) {
        put(player, kind, told.game, protocol::encode_tournament_notice(told));
    }

    // The later of two about the same takes the place of the earlier one.
    void put(int player, NoticeKind kind, std::optional<protocol::GameId> game, std::string data,
             int challenge = 0) {
        if (!tournament_.player(player).is_in()) return;
        const AccountId account = tournament_.player(player).account;
        notify::Notice notice;
        notice.account = account;
        notice.kind = kind;
        notice.game = game;
        notice.data = std::move(data);
        notices_.insert_or_assign(std::pair(account, challenge), std::move(notice));
    }

    store::Transaction& transaction_;
    TournamentId id_;
    const Tournament& tournament_;
    Names names_;
    Instant at_;
    std::map<std::pair<AccountId, int>, notify::Notice> notices_;  // by challenge, too
};

bool is_told(const TournamentEvent& event) {
    return std::holds_alternative<protocol::TableStarted>(event.data) ||
           std::holds_alternative<protocol::RoundPaired>(event.data) ||
           std::holds_alternative<protocol::TournamentFinished>(event.data);
}

}  // namespace

void notify_players(store::Transaction& transaction, TournamentId id, const Decision& decision) {
    const bool is_lasting = decision.next.is_ladder() || decision.next.is_league();
    if (is_lasting || std::ranges::any_of(decision.events, is_told)) {
        Teller(transaction, id, decision).notify_all();
    }
}

bool is_challenge_offered(store::Reader& reader, TournamentId id, int challenge) {
    const auto loaded = load(reader, id);
    if (!loaded || !loaded->tournament.is_ladder() || loaded->tournament.is_over()) return false;
    const Table* const table = loaded->tournament.find_challenge(challenge);
    return table != nullptr && table->is_offered();
}

bool is_league(store::Reader& reader, TournamentId id) {
    const auto loaded = load(reader, id);
    return loaded && loaded->tournament.is_league();
}

bool is_player(store::Reader& reader, TournamentId id, AccountId account) {
    const auto loaded = load(reader, id);
    if (!loaded) return false;
    const auto player = loaded->tournament.find(account);
    return player && loaded->tournament.player(*player).is_in();
}

}  // namespace tanbo::tournament
