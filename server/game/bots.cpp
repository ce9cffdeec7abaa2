#include "server/game/bots.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "protocol/json/handles.hpp"
#include "protocol/json/words.hpp"
#include "server/game/feed/bot_streams.hpp"
#include "server/game/game_transaction.hpp"
#include "server/game/idempotency.hpp"
#include "server/game/refusals.hpp"
#include "server/store/tables/accounts/accounts.hpp"
#include "server/store/tables/accounts/handle_key.hpp"
#include "server/store/tables/accounts/known_addresses.hpp"
#include "server/store/tables/games/account_games.hpp"

namespace tanbo::game {

namespace {

using protocol::Code;
using protocol::refusal;
using protocol::Result;

constexpr int looked_at_per_game = 4;  // newest games of a bot, for each that it may play
constexpr int looked_at_of_player = 1'000;

bool is_suspended(store::Reader& reader, const engine::Player& bot, engine::Instant now) {
    const auto account = store::find_account(reader, bot.account);
    return account && account->is_suspended(now);
}

// Whether a program follows its notices, as is assumed where no streams are known.
bool is_followed(store::Reader& reader, const BotRules& rules, const engine::Player& bot) {
    return rules.streams == nullptr || rules.streams->is_played(reader, bot);
}

Result<void> admit_address(store::Reader& reader, const BotRules& rules, const engine::Player& bot,
                           AccountId asker, engine::Instant now) {
    int moving = 0;
    const auto count_from = [&](std::string_view address) {
        moving = store::games_moving_with(reader, bot.account, now - bot_game_idle,
                                          rules.games_max * looked_at_per_game, address);
        return moving;
    };
    if (store::has_address_room(reader, asker, rules.games_max, count_from)) return {};
    return refusal(Code::limit_reached,
                   bot.handle + " already plays " + protocol::counted(moving, "game") +
                       " with players at your network address, the maximum. Try again soon or "
                       "choose another level.");
}

}  // namespace

bool is_house_bot(const engine::Player& player) {
    return protocol::is_house_bot(player.handle);
}

bool has_house_bot(const engine::Match& match) {
    return std::ranges::any_of(match.seats(), [](const engine::SeatHolder& holder) {
        return holder.player && is_house_bot(*holder.player);
    });
}

Result<engine::Player> find_bot(store::Reader& reader, const BotRules& rules,
                                std::string_view name) {
    const auto level = protocol::bot_level(name);
    if (!level) return no_such_bot(name);
    const auto account =
        rules.are_on ? store::find_account(reader, protocol::bot_handle(*level)) : std::nullopt;
    if (!account) return refusal(Code::bots_off, "This server has no house bots.");
    return engine::Player{account->id, account->handle};
}

bool is_played(store::Reader& reader, const BotRules& rules, const engine::Player& bot,
               engine::Instant now) {
    return !is_suspended(reader, bot, now) && is_followed(reader, rules, bot);
}

bool has_room(store::Reader& reader, const BotRules& rules, const engine::Player& bot,
              engine::Instant now) {
    return store::games_moving(reader, bot.account, now - bot_game_idle,
                               rules.games_max * looked_at_per_game) < rules.games_max;
}

Result<void> admit_bot(store::Reader& reader, const BotRules& rules, const engine::Player& bot,
                       AccountId asker, engine::Instant now) {
    if (is_suspended(reader, bot, now)) {
        return refusal(Code::bots_off, bot.handle + " is suspended. Choose another level.");
    }
    if (!is_followed(reader, rules, bot)) {
        return refusal(Code::bots_off, bot.handle + " is offline. Try again later.");
    }
    if (!has_room(reader, rules, bot, now)) {
        return refusal(Code::bot_busy, bot.handle + " is already playing " +
                                           protocol::counted(rules.games_max, "game") +
                                           ". Try again soon or choose another level.");
    }
    if (store::games_with_bots(reader, asker, looked_at_of_player) >= bot_games_of_player_max) {
        return protocol::limit_reached(bot_games_of_player_max, "games with bots");
    }
    return admit_address(reader, rules, bot, asker, now);
}

Result<Step> seat_bot(store::Transaction& transaction, GameTransaction& games, GameId game,
                      AccountId asker, const protocol::TakeSeat& request) {
    const auto match = games.match(game);
    if (match == nullptr || !match->can_see(asker)) return no_such_game(game);
    const auto seat = match->seat_of(asker);
    if (!seat || !match->is_in(*seat)) {
        return refusal(Code::not_a_player, "Only players in this game can give the seat to a bot.");
    }
    if (match->terms().rated) {
        return refusal(Code::wrong_kind, "Bots can't take over seats in rated games.");
    }
    const auto bot = find_bot(transaction, games.bot_rules(), request.player);
    if (!bot) return bot.error();
    // A repeat is no further game.
    if (!match->seat_of(bot->account)) {
        const auto admitted = admit_bot(transaction, games.bot_rules(), *bot, asker, games.now());
        if (!admitted) return admitted.error();
    }
    return games.command(game, engine::TakeOver{*bot, request.seat, {}}, request.seq, asker);
}

base::Awaitable<Result<Receipt>> submit_bot(Referee& referee, GameId game, AccountId asker,
                                            protocol::TakeSeat request,
                                            std::optional<IdempotencyKey> key) {
    auto work = [game, asker, request = std::move(request), key = std::move(key)](
                    store::Transaction& transaction, GameTransaction& games) -> Result<Receipt> {
        return once(transaction, key, games.now(), [&]() -> Result<Receipt> {
            const auto step = seat_bot(transaction, games, game, asker, request);
            if (!step) return step.error();
            return Receipt{game, step->seq, step->frame, step->frame, step->is_repeat};
        });
    };
    co_return co_await referee.transact<Receipt>(std::move(work));
}

}  // namespace tanbo::game
