#include "server/analysis_jobs/ended_games.hpp"

#include <algorithm>
#include <variant>

#include "engine/analysis/analysis.hpp"
#include "server/analysis_jobs/searches.hpp"
#include "server/store/tables/accounts/addresses.hpp"
#include "server/store/tables/games/searches.hpp"
#include "server/store/tables/messages/notices.hpp"

namespace tanbo::analysis_jobs {

namespace {

bool ends_game(const game::CommandEvents& command) {
    return std::ranges::any_of(command.events, [](const engine::Event& event) {
        return std::holds_alternative<engine::GameEnded>(event.data);
    });
}

bool is_told_by_mail(store::Transaction& transaction, const engine::SeatHolder& holder) {
    if (!holder.player) return false;
    const auto account = holder.player->account;
    return store::mail_address(transaction, account).has_value() &&
           store::notice_settings(transaction, account).mode != store::NoticeMode::off;
}

}  // namespace

void EndedGames::on_events(store::Transaction& transaction, const game::CommandEvents& command) {
    if (!ends_game(command)) return;
    constexpr auto kind = store::SearchKind::analysis;
    store::delete_searches_of(transaction, kind, command.game);
    if (!transaction.queues_mail()) return;
    if (!analysis::can_be_analysed(command.after) || !searches_.has_worker()) return;
    if (store::count_searches(transaction, kind, mailed_waiting_max) >= mailed_waiting_max) return;
    const bool is_wanted = std::ranges::any_of(
        command.after.seats(),
        [&](const engine::SeatHolder& holder) { return is_told_by_mail(transaction, holder); });
    if (!is_wanted) return;
    store::insert_search(transaction, kind, command.game, 0, command.events.back().at,
                         {.cost = cost_of(command.after)});
}

}  // namespace tanbo::analysis_jobs
