#include "server/app/people.hpp"

#include <chrono>

#include "server/account/deletions.hpp"
#include "server/account/profiles.hpp"
#include "server/app/options.hpp"
#include "server/lobby/withdrawal.hpp"
#include "server/tournament/absences.hpp"
#include "server/tournament/withdrawal.hpp"

namespace tanbo::app {

People::People(Storage& storage, Play& play, const Config& config)
    : account_games(play.referee),
      accounts(storage.store, *storage.hashing, *storage.io, play.authenticators(), storage.clock,
               storage.metrics, account_limits(config), &account_games),
      maintenance(storage.store, *storage.readers, accounts, storage.clock,
                  std::chrono::days(config.guest_days)),
      moderation(play.referee, accounts, storage.store, config.mail_from_name) {
    accounts.deletions().add(lobby::withdraw_some);
    accounts.deletions().add(tournament::withdraw_some);
    accounts.profiles().add(tournament::delay_answers);
}

}  // namespace tanbo::app
