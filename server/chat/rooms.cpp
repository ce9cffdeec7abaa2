#include "server/chat/rooms.hpp"

#include <algorithm>

namespace tanbo::chat {

namespace {

using protocol::ChatRoom;
using protocol::Code;
using protocol::Result;

Result<void> admit_to_players(const engine::Match& match, Account account) {
    if (!account) {
        return refusal(Code::unauthorized, "The players' room is for players only. Sign in first.");
    }
    if (is_player(match, *account)) return {};
    return refusal(Code::not_a_player,
                   "The players' room is only for current and former players of this game.");
}

Result<void> admit_to_spectators(const engine::Match& match, Account account) {
    if (match.status() == engine::Status::finished) return {};
    if (!account) {
        return refusal(Code::unauthorized,
                       "Spectators must sign in to chat until the game is over.");
    }
    if (!is_player(match, *account)) return {};
    return refusal(Code::chat_hidden,
                   "The spectator chat is hidden from players until the game is over.");
}

}  // namespace

bool is_player(const engine::Match& match, protocol::AccountId account) {
    return match.has_played(account) || match.seat_of(account) || match.reserved_for(account);
}

Result<void> admit(const engine::Match& match, ChatRoom room, Account account) {
    return room == ChatRoom::players ? admit_to_players(match, account)
                                     : admit_to_spectators(match, account);
}

bool can_receive(const game::Audience& audience, Account account) {
    const engine::Match& match = *audience.match;
    if (!match.can_see(account) || !admit(match, audience.room, account)) return false;
    return !account || !std::ranges::binary_search(audience.muters, *account);
}

}  // namespace tanbo::chat
