#include "server/tournament/names.hpp"

#include "server/store/tables/accounts/accounts.hpp"
#include "server/store/tables/games/tournaments.hpp"

namespace tanbo::tournament {

Names::Names(store::Reader& reader, TournamentId id) : reader_(reader) {
    for (auto& named : store::tournament_names(reader, id)) {
        known_.emplace(named.account, std::move(named.handle));
    }
}

std::string Names::handle(AccountId account) const {
    const auto known = known_.find(account);
    if (known != known_.end()) return known->second;
    const auto found = store::find_account(reader_, account);
    return found ? found->handle : std::string();
}

std::vector<std::string> Names::handles(const std::vector<AccountId>& accounts) const {
    std::vector<std::string> all;
    all.reserve(accounts.size());
    for (const AccountId account : accounts) all.push_back(handle(account));
    return all;
}

std::vector<std::string> Names::entrants(const Tournament& tournament) const {
    std::vector<std::string> all;
    all.reserve(tournament.players.size());
    for (const Player& player : tournament.players) all.push_back(handle(player.account));
    return all;
}

protocol::PlayerNames Names::for_log(const Tournament& tournament) const {
    protocol::PlayerNames names;
    names.handle = [this](AccountId account) { return handle(account); };
    names.handle_of_number = [this, &tournament](int number) {
        return handle(tournament.player(number - 1).account);
    };
    return names;
}

}  // namespace tanbo::tournament
