#include "server/analysis_jobs/running_games.hpp"

#include <algorithm>
#include <string>

#include "server/store/tables/accounts/accounts.hpp"

namespace tanbo::analysis_jobs {

namespace {

using protocol::AccountId;
using protocol::Result;

// Who answers for the account: a bot's owner, or itself. A bot is deleted with its owner only.
AccountId person_of(store::Reader& reader, AccountId id) {
    const auto account = store::find_account(reader, id);
    return account ? account->owner.value_or(id) : id;
}

bool plays_in(store::Reader& reader, const engine::Match& match, AccountId person) {
    const auto is_theirs = [&](const engine::Player& player) {
        return person_of(reader, player.account) == person;
    };
    return std::ranges::any_of(match.seats(),
                               [&](const engine::SeatHolder& holder) {
                                   return holder.player && is_theirs(*holder.player);
                               }) ||
           std::ranges::any_of(match.leavers(), is_theirs, &engine::Leaver::player);
}

// Guests and new members cost nothing: each could be a player's second account.
bool was_there_before(store::Reader& reader, const engine::Match& match, AccountId person) {
    const auto account = store::find_account(reader, person);
    return account && account->kind == store::AccountKind::member &&
           account->created_at < match.created_at();
}

}  // namespace

Result<void> check_may_follow(store::Reader& reader, protocol::GameId game,
                              const engine::Match& match, std::optional<AccountId> requester) {
    const auto refuse = [game](std::string_view why) {
        return protocol::refusal(
            protocol::Code::game_not_over,
            "Game " + to_string(game) + " is still in progress. " + std::string(why));
    };
    if (!match.offers().empty()) {
        return refuse("It can't be analysed while a seat is offered.");
    }
    const auto person = requester ? std::optional(person_of(reader, *requester)) : std::nullopt;
    if (person && plays_in(reader, match, *person)) {
        return refuse("Current and former players can't have it analysed.");
    }
    if (!person || !was_there_before(reader, match, *person)) {
        return refuse(
            "Until it ends, only members with an account older than the game can analyse it.");
    }
    return {};
}

}  // namespace tanbo::analysis_jobs
