#include "server/lobby/withdrawal.hpp"

#include "server/lobby/challenge_writer.hpp"
#include "server/lobby/challenges.hpp"
#include "server/lobby/view.hpp"

namespace tanbo::lobby {

namespace {

using Which = store::ChallengesQuery::Which;

// Takes it back, unless its time is over: then it has expired, though not swept yet.
void take_back(ChallengeWriter& writer, const store::Challenge& challenge,
               protocol::AccountId account, base::Instant now) {
    if (!is_open(challenge, now)) {
        writer.expire(challenge);
    } else if (challenge.creator == account) {
        writer.withdraw(challenge);
    } else {
        writer.decline(challenge, account, "");
    }
}

}  // namespace

int withdraw_some(store::Transaction& transaction, protocol::AccountId account, base::Instant now,
                  int most) {
    ChallengeWriter writer(transaction, now);
    int left = most;
    // Not all creators sit in their own challenges.
    for (const auto id : store::open_challenges(transaction, account, left)) {
        take_back(writer, store::find_challenge(transaction, id).value(), account, now);
        --left;
    }
    store::ChallengesQuery query;
    query.account = account;
    for (const Which which : {Which::taking, Which::asked_for}) {
        if (left == 0) break;
        query.which = which;
        query.limit = left;
        for (const auto& challenge : store::list_challenges(transaction, query).challenges) {
            take_back(writer, challenge, account, now);
            --left;
        }
    }
    return most - left;
}

void withdraw_all(store::Transaction& transaction, protocol::AccountId account, base::Instant now) {
    constexpr int most = store::challenges_page_max;
    while (withdraw_some(transaction, account, now, most) == most) {
    }
}

}  // namespace tanbo::lobby
