#include "server/game/seating.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "protocol/json/handles.hpp"
#include "server/game/bots.hpp"
#include "server/store/tables/accounts/accounts.hpp"
#include "server/store/tables/accounts/handle_key.hpp"
#include "server/store/tables/accounts/players.hpp"
#include "server/store/tables/games/account_games.hpp"
#include "server/store/tables/games/game_lists.hpp"
#include "server/store/tables/games/ratings_counts.hpp"
#include "server/store/tables/games/waiting.hpp"
#include "server/store/tables/messages/chat_mutes.hpp"

namespace tanbo::game {

namespace {

using protocol::Code;
using protocol::Error;
using protocol::Result;
using Offers = std::vector<engine::SeatOffer>;

Error error_at(Code code, std::size_t seat, std::string detail) {
    return protocol::refusal(code, std::move(detail), protocol::seat_pointer(seat));
}

// Whether one more seat may be kept for the account.
bool is_room_for_seat(store::Reader& reader, AccountId account, AccountId creator) {
    constexpr int most = seats_kept_max + seats_kept_of_acquaintances_max;
    const int kept = store::seats_kept_for(reader, account, most);
    const auto count_from = [&](std::string_view address) {
        return store::seats_kept_from(reader, account, address);
    };
    if (store::is_room_for(reader, creator, kept, seats_kept_max, count_from)) return true;
    return kept < most && store::have_met(reader, account, creator);
}

Result<engine::SeatOffer> to_offer(store::Reader& reader, const NewGame& game, std::size_t seat) {
    const protocol::SeatRequest& request = game.request.seats[seat];
    switch (request.kind) {
        case protocol::SeatRequest::Kind::me:
            return engine::SeatOffer{game.creator, true};
        case protocol::SeatRequest::Kind::open:
            return engine::SeatOffer{};
        case protocol::SeatRequest::Kind::handle:
            break;
    }
    const std::string key = store::handle_key(request.handle);
    if (key == store::handle_key(game.creator.handle)) return engine::SeatOffer{game.creator, true};
    const auto account = store::find_account(reader, key);
    if (!account) {
        return protocol::no_such_player(request.handle, protocol::seat_pointer(seat));
    }
    const auto creator = game.creator.account;
    if (store::has_muted(reader, account->id, creator)) {
        return error_at(Code::not_admitted, seat,
                        "\"" + account->handle + "\" doesn't accept your invitations.");
    }
    if (!is_room_for_seat(reader, account->id, creator)) {
        return error_at(Code::limit_reached, seat,
                        "\"" + account->handle + "\" already has too many open invitations.");
    }
    const engine::Player player{account->id, account->handle};
    return engine::SeatOffer{player, false};
}

Result<void> check_room(store::Reader& reader, AccountId creator) {
    const bool is_guest = store::is_guest(reader, creator);
    const int most = is_guest ? open_games_of_guest_max : open_games_max;
    int open = 0;
    for (const AccountId one : store::family_of(reader, creator)) {
        open += store::open_games_of(reader, one, most);
    }
    if (open < most) return {};
    return protocol::limit_reached(most, "open games", is_guest);
}

// Guests can't play rated games: they can't be told apart or recognised.
Result<void> admit(store::Reader& reader, const NewGame& game, const Offers& before,
                   const engine::SeatOffer& offer) {
    if (!game.request.terms.rated || !offer.player) return {};
    const std::size_t seat = before.size();
    std::vector<AccountId> others;
    for (const engine::SeatOffer& other : before) {
        if (other.player && other.player->account != offer.player->account) {
            others.push_back(other.player->account);
        }
    }
    auto admitted = admit_to_rated(reader, offer.player->account);
    if (admitted) admitted = admit_beside(reader, offer.player->account, others);
    if (admitted) return {};
    Error error = admitted.error();
    error.pointer = protocol::seat_pointer(seat);
    return error;
}

Result<void> admit_seated(store::Reader& reader, const engine::SeatOffer& offer) {
    if (!offer.is_taken) return {};
    return admit_to_another(reader, offer.player->account);
}

bool is_for_bot(const NewGame& game, std::size_t seat) {
    const protocol::SeatRequest& request = game.request.seats[seat];
    return request.kind == protocol::SeatRequest::Kind::handle &&
           protocol::is_bot_name(request.handle);
}

bool is_bots(const engine::SeatOffer& offer) {
    return offer.player && is_house_bot(*offer.player);
}

Result<engine::SeatOffer> to_bots_offer(store::Reader& reader, const NewGame& game,
                                        std::size_t seat, const BotRules& bots,
                                        engine::Instant now) {
    const auto at_seat = [seat](Error error) {
        error.pointer = protocol::seat_pointer(seat);
        return error;
    };
    const auto bot = find_bot(reader, bots, game.request.seats[seat].handle);
    if (!bot) return at_seat(bot.error());
    const auto admitted = admit_bot(reader, bots, *bot, game.creator.account, now);
    if (!admitted) return at_seat(admitted.error());
    return engine::SeatOffer{*bot, false};
}

bool is_seated(const Offers& offers, const engine::SeatOffer& offer) {
    return offer.player && std::ranges::any_of(offers, [&offer](const engine::SeatOffer& other) {
               return other.player && other.player->account == offer.player->account;
           });
}

}  // namespace

Result<void> admit_to_rated(store::Reader& reader, AccountId account) {
    const auto found = store::find_account(reader, account);
    if (!found || found->kind != store::AccountKind::guest) return {};
    return protocol::refusal(Code::wrong_kind, "The game is rated, and \"" + found->handle +
                                                   "\" is a guest. Guests have no ratings.");
}

Result<void> admit_beside(store::Reader& reader, AccountId account,
                          std::span<const AccountId> others) {
    if (others.empty()) return {};
    const std::vector<AccountId> own = store::family_of(reader, account);
    // A seat that is kept for the account itself is theirs to take.
    const bool is_own = std::ranges::any_of(others, [&](AccountId other) {
        return other != account && std::ranges::binary_search(own, other);
    });
    if (!is_own) return {};
    return protocol::refusal(Code::wrong_kind,
                             "The game is rated, but two of its players belong to one person.");
}

Result<void> admit_to_another(store::Reader& reader, AccountId account) {
    const std::int64_t active = store::count_games(reader, account).active;
    // Looks up whether it is a guest only if it has very many games.
    const std::int64_t under_way = active + store::open_games_joined(reader, account, games_max);
    if (under_way < games_of_guest_max) return {};
    const bool is_guest = store::is_guest(reader, account);
    const int most = is_guest ? games_of_guest_max : games_max;
    if (under_way < most) return {};
    return protocol::limit_reached(most, "games in progress", is_guest);
}

Result<void> admit_to_seat(store::Reader& reader, const Command& command,
                           const engine::Match& present) {
    const engine::Player* player = nullptr;
    if (const auto* const join = std::get_if<engine::Join>(&command)) player = &join->player;
    if (const auto* const over = std::get_if<engine::TakeOver>(&command)) player = &over->player;
    if (player == nullptr || is_house_bot(*player) || present.seat_of(player->account)) return {};
    auto admitted = admit_to_another(reader, player->account);
    if (!admitted || !present.terms().rated) return admitted;
    admitted = admit_to_rated(reader, player->account);
    if (!admitted) return admitted;
    std::vector<AccountId> others;
    for (const engine::SeatHolder& holder : present.seats()) {
        if (holder.player) others.push_back(holder.player->account);
    }
    return admit_beside(reader, player->account, others);
}

Result<engine::GameOpened> seat_players(store::Reader& reader, const NewGame& game,
                                        const BotRules& bots, engine::Instant now) {
    const auto room = check_room(reader, game.creator.account);
    if (!room) return room.error();
    const bool is_private = game.request.visibility == engine::Visibility::players;
    Offers offers;
    for (std::size_t seat = 0; seat < game.request.seats.size(); ++seat) {
        auto offer = is_for_bot(game, seat) ? to_bots_offer(reader, game, seat, bots, now)
                                            : to_offer(reader, game, seat);
        if (!offer) return offer.error();
        const auto admitted = admit(reader, game, offers, *offer);
        if (!admitted) return admitted.error();
        const auto seated = admit_seated(reader, *offer);
        if (!seated) return seated.error();
        if (is_seated(offers, *offer)) {
            return error_at(Code::invalid_field, seat,
                            "\"" + offer->player->handle + "\" already has a seat.");
        }
        if (is_private && !offer->player) {
            return error_at(Code::invalid_field, seat,
                            "In a private game, every seat must name a player.");
        }
        offers.push_back(std::move(*offer));
    }
    if (std::ranges::all_of(offers, is_bots)) {
        return protocol::refusal(Code::invalid_field,
                                 "At least one seat must be for a person. Take a seat yourself.",
                                 "/seats");
    }
    return engine::GameOpened{game.request.setup,      game.request.opening, std::move(offers),
                              game.request.visibility, game.creator,         game.request.terms};
}

}  // namespace tanbo::game
