#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "protocol/json/ids.hpp"
#include "server/account/account_games_port.hpp"
#include "server/game/game_transaction.hpp"
#include "server/game/referee.hpp"

namespace tanbo::game {

// The games of accounts, inside a job of the writer.
class TransactionAccountGames final : public account::AccountGames {
public:
    // Requires: both outlive it.
    TransactionAccountGames(store::Transaction& transaction, GameTransaction& game_transaction)
        : transaction_(transaction), game_transaction_(game_transaction) {}

    void set_calendar(protocol::AccountId account, const engine::Calendar& calendar) override;
    int leave_some(std::span<const protocol::AccountId> accounts, int most) override;
    void forget_name(protocol::AccountId account) override {
        game_transaction_.forget_name(account);
    }

private:
    void lock_players(std::span<const GameId> games);

    store::Transaction& transaction_;
    GameTransaction& game_transaction_;
};

// Effects of an account's changes on its games, put to the referee. Thread: any I/O thread.
class AccountGamesWriter final : public account::Games {
public:
    // Requires: the referee outlives it.
    explicit AccountGamesWriter(Referee& referee) : referee_(referee) {}

    base::Awaitable<protocol::Result<void>> transact(Work work) override;

private:
    Referee& referee_;
};

}  // namespace tanbo::game
