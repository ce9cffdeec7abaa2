#include "server/lobby/withdrawal.hpp"

#include "server/lobby/challenge_writer.hpp"
#include "server/lobby/challenges.hpp"
#include "server/lobby/view.hpp"

namespace tanbo::lobby {

namespace {

using Which = store::ChallengesQuery::Which;

// One whose time is over, but which was not swept yet, has expired.
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

void take_back_all(store::Transaction& transaction, ChallengeWriter& writer,
                   store::ChallengesQuery query, base::Instant now) {
    do {
        const store::ChallengesPage page = store::list_challenges(transaction, query);
        for (const store::Challenge& challenge : page.challenges) {
            take_back(writer, challenge, query.account, now);
        }
        query.before = page.next;
    } while (query.before);
}

}  // namespace

void withdraw_all(store::Transaction& transaction, protocol::AccountId account, base::Instant now) {
    ChallengeWriter writer(transaction, now);
    store::ChallengesQuery query;
    query.account = account;
    query.limit = store::challenges_page_max;
    // Not all creators sit in their own challenges.
    for (const auto id : store::open_challenges(transaction, query.account, open_challenges_max)) {
        take_back(writer, store::find_challenge(transaction, id).value(), query.account, now);
    }
    for (const Which which : {Which::taking, Which::asked_for}) {
        query.which = which;
        take_back_all(transaction, writer, query, now);
    }
}

}  // namespace tanbo::lobby
