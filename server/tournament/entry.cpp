#include "server/tournament/entry.hpp"

#include <chrono>
#include <cmath>
#include <string>

#include "protocol/json/words.hpp"
#include "server/rating/ratings.hpp"
#include "server/store/tables/accounts/clubs.hpp"
#include "server/store/tables/games/tournaments.hpp"
#include "server/tournament/rules/decide.hpp"

namespace tanbo::tournament {

namespace {

using protocol::Code;
using protocol::refusal;

protocol::Error outside(std::string detail) {
    return refusal(Code::entry_bounds, std::move(detail));
}

std::string number(std::int64_t value) {
    return std::to_string(value);
}

bool is_in_club(store::Reader& reader, protocol::ClubId club, AccountId account) {
    const auto role = store::club_role(reader, club, account);
    return role && role != store::ClubRole::asked;
}

std::optional<protocol::Error> rating_fault(store::Reader& reader, AccountId account,
                                            const TournamentSettings& settings) {
    const protocol::EntryBounds& entry = settings.entry;
    if (!entry.rating_min && !entry.rating_max) return std::nullopt;
    const auto rating = std::lround(rating::find(reader, account, settings.setup).rating);
    const std::string yours = "; yours is " + number(rating) + ".";
    if (entry.rating_min && rating < *entry.rating_min) {
        return outside("The tournament is for players with a rating of at least " +
                       number(*entry.rating_min) + yours);
    }
    if (entry.rating_max && rating > *entry.rating_max) {
        return outside("The tournament is for players with a rating of at most " +
                       number(*entry.rating_max) + yours);
    }
    return std::nullopt;
}

std::optional<protocol::Error> record_fault(store::Reader& reader, AccountId account,
                                            const protocol::EntryBounds& entry) {
    const rating::Reliability record = rating::reliability(reader, account);
    const int percent = record.percent().value_or(100);
    if (percent < entry.reliability_min) {
        return outside("The tournament is for players who finish at least " +
                       number(entry.reliability_min) + " % of their games. You finish " +
                       number(percent) + " %.");
    }
    if (record.finished < entry.games_min) {
        return outside("The tournament is for players with at least " +
                       protocol::counted(entry.games_min, "finished game") + "; you have " +
                       number(record.finished) + ".");
    }
    return std::nullopt;
}

}  // namespace

std::optional<int> rating_of(store::Reader& reader, AccountId account,
                             const TournamentSettings& settings) {
    const rating::Strength strength = rating::find(reader, account, settings.setup);
    if (strength.games == 0) return std::nullopt;
    return static_cast<int>(std::lround(strength.rating));
}

std::optional<protocol::Error> bounds_fault(store::Reader& reader, const store::Account& account,
                                            const TournamentSettings& settings, Instant now) {
    const protocol::EntryBounds& entry = settings.entry;
    if (account.kind == store::AccountKind::guest) {
        return refusal(Code::wrong_kind,
                       "Guests can't enter tournaments. Create an account first.");
    }
    if (account.kind == store::AccountKind::bot && !entry.admits_bots) {
        return outside("This tournament is not open to bots.");
    }
    const auto days = std::chrono::duration_cast<std::chrono::days>(now - account.created_at);
    if (days.count() < entry.account_days_min) {
        return outside("The tournament is for accounts that are at least " +
                       protocol::counted(entry.account_days_min, "day") + " old.");
    }
    if (settings.club && !is_in_club(reader, *settings.club, account.id)) {
        return outside("The tournament is for members of club " + to_string(*settings.club) + ".");
    }
    if (auto fault = record_fault(reader, account.id, entry)) return fault;
    return rating_fault(reader, account.id, settings);
}

std::optional<protocol::Error> entry_fault(store::Reader& reader, const store::Account& account,
                                           const Tournament& tournament, Instant now) {
    const auto decided = enter(tournament, account.id, {}, false, now);
    if (!decided) return decided.error();
    if (auto fault = bounds_fault(reader, account, tournament.settings, now)) return fault;
    const store::TournamentCounts counts = store::tournament_counts(reader, account.id);
    const int most = counts.finished > 0 ? entries_max : entries_of_newcomer_max;
    if (counts.playing < most) return std::nullopt;
    return refusal(Code::limit_reached,
                   "You are in " + protocol::counted(counts.playing, "tournament") +
                       " already, the maximum" +
                       (counts.finished > 0 ? "." : " before you have finished one."));
}

}  // namespace tanbo::tournament
