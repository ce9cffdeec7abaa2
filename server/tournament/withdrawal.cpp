#include "server/tournament/withdrawal.hpp"

#include "server/store/tables/accounts/accounts.hpp"
#include "server/store/tables/games/tournaments.hpp"
#include "server/tournament/log.hpp"

namespace tanbo::tournament {

int withdraw_some(store::Transaction& transaction, AccountId account, Instant now, int most) {
    int left = 0;
    for (const TournamentId id : store::tournaments_playing(transaction, account, most)) {
        const auto loaded = lock(transaction, id);
        if (!loaded) continue;
        const auto who = store::find_account(transaction, account);
        const bool is_suspended = who && who->is_suspended(now) && !who->deleted_at;
        const auto cause = is_suspended ? protocol::WithdrawalCause::suspended
                                        : protocol::WithdrawalCause::deleted;
        const auto decided = withdraw(loaded->tournament, account, cause, true, now);
        if (decided) append(transaction, id, *decided);
        ++left;
    }
    return left;
}

void withdraw_all(store::Transaction& transaction, AccountId account, Instant now) {
    while (withdraw_some(transaction, account, now, store::tournaments_page_max) ==
           store::tournaments_page_max) {
    }
}

}  // namespace tanbo::tournament
