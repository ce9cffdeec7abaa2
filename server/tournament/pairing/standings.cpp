#include <cstddef>

#include "server/tournament/pairing/ranking.hpp"
#include "server/tournament/pairing/tie_breaks.hpp"

namespace tanbo::pairing {
namespace {

class Table {
public:
    Table(const Results& results, std::span<const TieBreak> ties, std::span<const int> lots)
        : results_(results), ties_(ties), lots_(lots), direct_(encounters(results)) {}

    std::span<const TieBreak> ties() const { return ties_; }
    const DirectEncounters& direct() const { return direct_; }

    int value(int player, TieBreak tie) const {
        switch (tie) {
            case TieBreak::direct:
                return 1;
            case TieBreak::buchholz_cut1:
                return sum(buchholz(results_, player, 1));
            case TieBreak::buchholz:
                return sum(buchholz(results_, player, 0));
            case TieBreak::sonneborn_berger:
                return sum(sonneborn_berger(results_, player));
            case TieBreak::wins:
                return wins(results_, player);
            case TieBreak::draw_of_lots:
                return lots_[static_cast<std::size_t>(player)];
        }
        return 0;
    }

private:
    const Results& results_;
    std::span<const TieBreak> ties_;
    std::span<const int> lots_;
    DirectEncounters direct_;
};

}  // namespace

std::vector<Standing> standings(const Results& results, std::span<const TieBreak> ties,
                                std::span<const int> lots) {
    std::vector<Standing> all;
    all.reserve(results.players.size());
    for (std::size_t player = 0; player < results.players.size(); ++player) {
        all.push_back({static_cast<int>(player), 0, halves(results.players[player]), {}});
    }
    const Table table(results, ties, lots);
    Ranking<Standing, Table>(table).rank(all, &Standing::halves);
    return all;
}

}  // namespace tanbo::pairing
