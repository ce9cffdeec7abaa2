#include "server/tournament/ladder_acts.hpp"

#include <utility>
#include <vector>

#include "protocol/json/handles.hpp"
#include "server/store/tables/accounts/accounts.hpp"
#include "server/store/tables/accounts/handle_key.hpp"
#include "server/tournament/absences.hpp"
#include "server/tournament/log.hpp"

namespace tanbo::tournament {

namespace {

// Accounts come before tournaments: both players may be told of the answer.
void lock_players(store::Transaction& transaction, TournamentId id, int number) {
    const auto seen = load(transaction, id);
    const Table* const table =
        seen && seen->tournament.is_ladder() ? seen->tournament.find_challenge(number) : nullptr;
    if (table == nullptr) return;
    std::vector<AccountId> accounts;
    accounts.reserve(table->players.size());
    for (const int player : table->players) {
        accounts.push_back(seen->tournament.player(player).account);
    }
    transaction.lock_accounts(std::move(accounts));
}

}  // namespace

protocol::Result<ChallengeNow> challenge_player(store::Transaction& transaction, TournamentId id,
                                                AccountId by, const std::string& handle,
                                                Instant now) {
    const auto account = store::find_account(transaction, store::handle_key(handle));
    // Accounts come before tournaments: the challenged is told of it.
    if (account) transaction.lock_account(account->id);
    const auto loaded = lock(transaction, id);
    if (!loaded) return no_such_tournament(id);
    if (!account) return protocol::no_such_player(handle, "/player");
    const auto absences = absences_of(transaction, account->id, now);
    auto decided = challenge(loaded->tournament, by, account->id, absences, now);
    if (!decided) return decided.error();
    append(transaction, id, *decided);
    const auto number = static_cast<int>(decided->next.rounds.front().tables.size());
    return ChallengeNow{std::move(decided->next), number};
}

protocol::Result<ChallengeNow> answer_challenger(store::Transaction& transaction, TournamentId id,
                                                 AccountId by, int number, ChallengeAnswer answer,
                                                 Instant now) {
    lock_players(transaction, id, number);
    const auto loaded = lock(transaction, id);
    if (!loaded) return no_such_tournament(id);
    auto decided = answer_challenge(loaded->tournament, by, number, answer, now);
    if (!decided) return decided.error();
    append(transaction, id, *decided);
    return ChallengeNow{std::move(decided->next), number};
}

}  // namespace tanbo::tournament
