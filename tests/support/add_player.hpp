#pragma once

#include <cstdint>
#include <string>

#include "engine/event.hpp"
#include "server/storage/accounts.hpp"
#include "server/storage/group_commit.hpp"
#include "server/storage/handle_key.hpp"

namespace tanbo::test {

// A new account with no more than a handle.
inline engine::Player add_player(storage::GroupCommit& writer, const std::string& handle) {
    engine::Player player{0, handle};
    writer.write([&player](storage::Transaction& transaction) {
        const std::string key = storage::handle_key(player.handle);
        storage::NewAccount account;
        account.handle = player.handle;
        account.handle_key = key;
        player.account = static_cast<std::int64_t>(*storage::create_account(transaction, account));
    });
    return player;
}

}  // namespace tanbo::test
