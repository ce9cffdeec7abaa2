#pragma once

#include <vector>

#include "server/http/site/texts.hpp"
#include "server/http/template.hpp"
#include "server/tournament/reports.hpp"

// A tournament on its page, for readers without scripts.
namespace tanbo::http {

inline constexpr int results_rows_max = 200;  // of a table; the export has all

// The title and the description of its page.
PageTexts tournament_page_texts(Language language, const tournament::Summary& summary);

struct Results {
    std::vector<TemplateData> tables = {};
    std::vector<TemplateData> links = {};
};
// The standings, or before the start the players; the pairings of the round, with their games; and
// links to the other rounds.
Results results_of(Language language, protocol::TournamentId id,
                   const tournament::Summary& summary);

}  // namespace tanbo::http
