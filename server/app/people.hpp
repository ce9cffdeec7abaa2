#pragma once

#include "server/account/accounts.hpp"
#include "server/admin/service.hpp"
#include "server/app/maintenance.hpp"
#include "server/app/play.hpp"
#include "server/app/storage.hpp"
#include "server/config/config.hpp"
#include "server/game/account_games.hpp"

namespace tanbo::app {

// Accounts, those who keep order among them, and the removal of what has expired.
struct People {
    // Requires: both outlive it.
    People(Storage& storage, Play& play, const Config& config);

    game::AccountGamesWriter account_games;
    account::Accounts accounts;
    Maintenance maintenance;
    admin::Service moderation;
};

}  // namespace tanbo::app
