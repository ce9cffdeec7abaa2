#include "server/store/tables/games/plans.hpp"

#include "server/store/sql.hpp"
#include "server/store/statement.hpp"

namespace tanbo::store {
namespace {

const Sql upsert_plan = R"(
INSERT INTO plans (game, account, ply, plan, updated_at) VALUES (?1, ?2, ?3, ?4, ?5)
ON CONFLICT (game, account) DO UPDATE SET ply = ?3, plan = ?4, updated_at = ?5)";
const Sql delete_plan = "DELETE FROM plans WHERE game = ?1 AND account = ?2";
const Sql select_plan = "SELECT account, ply, plan FROM plans WHERE game = ?1 AND account = ?2";
const Sql select_plans = "SELECT account, ply, plan FROM plans WHERE game = ?1 ORDER BY account";
const Sql select_any = "SELECT 1 FROM plans WHERE game = ?1 LIMIT 1";

Plan plan_of(const Query& row) {
    Plan plan;
    plan.account = row.id<AccountId>(0);
    plan.ply = row.integer(1);
    plan.plan = row.text(2);
    return plan;
}

}  // namespace

void set_plan(Transaction& transaction, GameId game, const Plan& plan, Instant at) {
    transaction.write(upsert_plan).run(game, plan.account, plan.ply, plan.plan, at);
}

bool remove_plan(Transaction& transaction, GameId game, AccountId account) {
    return transaction.write(delete_plan).run(game, account) > 0;
}

std::optional<Plan> find_plan(Reader& reader, GameId game, AccountId account) {
    Query select = reader.read(select_plan);
    if (!select.bind(game, account).step()) return std::nullopt;
    return plan_of(select);
}

std::vector<Plan> plans_of(Reader& reader, GameId game) {
    std::vector<Plan> plans;
    Query select = reader.read(select_plans);
    select.bind(game);
    while (select.step()) plans.push_back(plan_of(select));
    return plans;
}

bool has_plans(Reader& reader, GameId game) {
    return reader.read(select_any).bind(game).step();
}

}  // namespace tanbo::store
