#include "server/analysis_jobs/turning.hpp"

#include "engine/analysis/analysis.hpp"
#include "protocol/records/analysis.hpp"
#include "server/store/tables/games/searches.hpp"

namespace tanbo::analysis_jobs {

std::string turning_point_sentence(store::Reader& reader, protocol::GameId game,
                                   const engine::Match& match) {
    const auto search = store::find_search(reader, store::SearchKind::analysis, game, 0);
    if (!search || !search->result || !analysis::can_be_analysed(match)) return {};
    const analysis::PlayedGame played = analysis::game_of(match);
    const auto found = protocol::decode_analysis(*search->result, game, played);
    return found ? protocol::turning_sentence(played, *found) : std::string();
}

}  // namespace tanbo::analysis_jobs
