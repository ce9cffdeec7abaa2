#pragma once

#include <cstdint>
#include <string>

#include "engine/event.hpp"
#include "server/store/commit/group_commit.hpp"
#include "server/store/tables/accounts/accounts.hpp"
#include "server/store/tables/accounts/handle_key.hpp"

namespace tanbo::test {

// A new account with no more than a handle.
inline engine::Player add_player(store::GroupCommit& writer, const std::string& handle) {
    engine::Player player{{}, handle};
    writer.write([&player](store::Transaction& transaction) {
        const std::string key = store::handle_key(player.handle);
        store::NewAccount account;
        account.handle = player.handle;
        account.handle_key = key;
        player.account = *store::create_account(transaction, account);
    });
    return player;
}

}  // namespace tanbo::test
