#include <algorithm>
#include <limits>

#include "server/store/sql.hpp"
#include "server/store/statement.hpp"
#include "server/store/tables/games/challenges.hpp"

// Walks over challenges. Each is along one index; if two are needed they are merged.
namespace tanbo::store {
namespace {

// ?1 before, ?2 limit.
const Sql select_listed = R"(
SELECT id FROM challenges {INDEXED BY challenges_listed}
WHERE listed = 1 AND rated = ?3 AND id < ?1 ORDER BY id DESC LIMIT ?2)";
const Sql select_listed_by_setup = R"(
SELECT id FROM challenges {INDEXED BY challenges_listed_by_setup}
WHERE listed = 1 AND setup = ?4 AND rated = ?3 AND id < ?1 ORDER BY id DESC LIMIT ?2)";
const Sql select_by_account = R"(
SELECT challenge FROM challenge_seats {INDEXED BY challenge_seats_by_account}
WHERE is_open = 1 AND account = ?3 AND state = ?4 AND challenge < ?1
ORDER BY challenge DESC LIMIT ?2)";
const Sql select_by_creator = R"(
SELECT id FROM challenges {INDEXED BY challenges_open_by_creator}
WHERE state = 'open' AND creator = ?1 ORDER BY id DESC LIMIT ?2)";
const Sql count_asking = R"(
SELECT count(*) FROM (
    SELECT 1 FROM challenge_seats {INDEXED BY challenge_seats_by_account}
    WHERE is_open = 1 AND account = ?1 AND state = 'asked' LIMIT ?2) AS found)";
const Sql count_asking_from = R"(
SELECT count(*) FROM challenge_seats AS s {INDEXED BY challenge_seats_by_account}
JOIN challenges ON challenges.id = s.challenge JOIN accounts ON accounts.id = challenges.creator
JOIN known_addresses ON known_addresses.account = COALESCE(accounts.owner, accounts.id)
WHERE s.is_open = 1 AND s.account = ?1 AND s.state = 'asked' AND known_addresses.address = ?2)";
const Sql select_expired = R"(
SELECT id FROM challenges {INDEXED BY challenges_by_expiry}
WHERE state = 'open' AND expires_at <= ?1 ORDER BY expires_at, id LIMIT ?2)";
const Sql select_old = R"(
SELECT id FROM challenges {INDEXED BY challenges_by_closing}
WHERE closed_at IS NOT NULL AND closed_at < ?1 ORDER BY closed_at, id LIMIT ?2)";
const Sql delete_challenge_seats = "DELETE FROM challenge_seats WHERE challenge = ?1";
const Sql delete_challenge = "DELETE FROM challenges WHERE id = ?1";

using Ids = std::vector<ChallengeId>;

// Two walks, each newest first, as one.
Ids merged(Ids one, const Ids& other) {
    one.insert(one.end(), other.begin(), other.end());
    std::ranges::sort(one, std::greater());
    return one;
}

Ids listed(Reader& reader, const ChallengesQuery& query, ChallengeId before, int count) {
    const auto walk = [&](bool rated) {
        Query select = reader.read(query.setup ? select_listed_by_setup : select_listed);
        select.bind_at(1, before).bind_at(2, count).bind_at(3, rated);
        if (query.setup) select.bind_at(4, *query.setup);
        return select.first_column<ChallengeId>();
    };
    if (query.rated) return walk(*query.rated);
    return merged(walk(false), walk(true));
}

Ids seated(Reader& reader, AccountId account, std::string_view state, ChallengeId before,
           int count) {
    return reader.read(select_by_account)
        .bind(before, count, account, state)
        .first_column<ChallengeId>();
}

Ids found(Reader& reader, const ChallengesQuery& query, ChallengeId before, int count) {
    switch (query.which) {
        case ChallengesQuery::Which::listed:
            return listed(reader, query, before, count);
        case ChallengesQuery::Which::taking:
            return merged(seated(reader, query.account, "me", before, count),
                          seated(reader, query.account, "accepted", before, count));
        case ChallengesQuery::Which::asked_for:
            return seated(reader, query.account, "asked", before, count);
    }
    return {};
}

}  // namespace

ChallengesPage list_challenges(Reader& reader, const ChallengesQuery& query) {
    const int limit = std::clamp(query.limit, 1, challenges_page_max);
    constexpr auto newest = static_cast<ChallengeId>(std::numeric_limits<std::int64_t>::max());
    const Ids ids = found(reader, query, query.before.value_or(newest), limit + 1);
    const std::size_t count = std::min(ids.size(), static_cast<std::size_t>(limit));
    ChallengesPage page;
    for (std::size_t i = 0; i < count; ++i) {
        page.challenges.push_back(find_challenge(reader, ids[i]).value());
    }
    if (ids.size() > count) page.next = ids[count - 1];
    return page;
}

std::vector<ChallengeId> open_challenges(Reader& reader, AccountId creator, int limit) {
    return reader.read(select_by_creator).bind(creator, limit).first_column<ChallengeId>();
}

int challenges_asking(Reader& reader, AccountId account, int limit) {
    Query select = reader.read(count_asking);
    select.bind(account, limit).step();
    return static_cast<int>(select.integer(0));
}

int challenges_asking_from(Reader& reader, AccountId account, std::string_view address) {
    Query select = reader.read(count_asking_from);
    select.bind(account, address).step();
    return static_cast<int>(select.integer(0));
}

std::vector<ChallengeId> expired_challenges(Reader& reader, Instant now, int limit) {
    return reader.read(select_expired).bind(now, limit).first_column<ChallengeId>();
}

int prune_challenges(Transaction& transaction, Instant before, int limit) {
    const Ids old = transaction.read(select_old).bind(before, limit).first_column<ChallengeId>();
    for (const ChallengeId id : old) {
        transaction.write(delete_challenge_seats).run(id);
        transaction.write(delete_challenge).run(id);
    }
    return static_cast<int>(old.size());
}

}  // namespace tanbo::store
