#include "server/http/site/results.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

#include "protocol/tournaments/events.hpp"

namespace tanbo::http {

namespace {

using protocol::PairingView;

struct Cell {
    std::string text;
    std::string link = {};
};
using Row = std::vector<Cell>;

Cell player_cell(const std::string& handle) {
    return {handle, "/players/" + handle};
}

TemplateData table_of(std::string heading, std::vector<std::string_view> columns,
                      std::vector<Row> rows) {
    TemplateData table{{{"heading", std::move(heading)}}, {}};
    std::vector<TemplateData> names;
    names.reserve(columns.size());
    for (const std::string_view name : columns) {
        names.push_back({{{"name", std::string(name)}}, {}});
    }
    std::vector<TemplateData> lines;
    for (Row& row : rows) {
        std::vector<TemplateData> cells;
        for (Cell& cell : row) {
            cells.push_back({{{"text", std::move(cell.text)}, {"link", std::move(cell.link)}}, {}});
        }
        lines.push_back({{}, {{"cells", std::move(cells)}}});
    }
    table.lists = {{"columns", std::move(names)}, {"rows", std::move(lines)}};
    return table;
}

TemplateData standings_table(const ResultWords& words, const protocol::StandingsView& standings) {
    std::vector<Row> rows;
    for (const protocol::StandingView& row : standings.standings) {
        if (std::ssize(rows) == results_rows_max) break;
        rows.push_back({{std::to_string(row.place)},
                        player_cell(row.handle),
                        {protocol::points_text(row.units, standings.units_a_point)}});
    }
    return table_of(std::string(words.standings), {words.place, words.player, words.points},
                    std::move(rows));
}

TemplateData players_table(const ResultWords& words, const tournament::Summary& summary) {
    std::vector<Row> rows;
    for (const protocol::TournamentPlayerView& player : summary.players) {
        if (std::ssize(rows) == results_rows_max) break;
        rows.push_back({player_cell(player.handle)});
    }
    return table_of(std::string(words.players), {words.player}, std::move(rows));
}

std::string points_of(const PairingView& pairing, int units_a_point) {
    std::string text;
    for (const protocol::PairingSideView& side : pairing.players) {
        if (!side.units) return {};
        text += (text.empty() ? "" : " : ") + protocol::points_text(*side.units, units_a_point);
    }
    return text;
}

// Players at the largest table.
std::size_t players_of(const protocol::RoundView& round) {
    std::size_t players = 2;
    for (const PairingView& pairing : round.tables) {
        players = std::max(players, pairing.players.size());
    }
    return players;
}

Row row_of(const ResultWords& words, const PairingView& pairing, std::size_t players,
           int units_a_point) {
    Row row{{std::to_string(pairing.table)}};
    for (const protocol::PairingSideView& side : pairing.players) {
        row.push_back(player_cell(side.handle));
    }
    row.resize(1 + players);
    row.push_back({points_of(pairing, units_a_point)});
    Cell game;
    if (!pairing.games.empty()) {
        const std::string id = to_string(pairing.games.back().game);
        game = {std::string(words.game) + " " + id, "/games/" + id};
    }
    row.push_back(std::move(game));
    return row;
}

std::string round_name(const ResultWords& words, const tournament::Summary& summary, int round) {
    if (summary.is_arena) return std::string(words.games);
    const std::string_view word = summary.is_league ? words.season : words.round;
    return std::string(word) + " " + std::to_string(round);
}

TemplateData round_table(const ResultWords& words, std::string heading,
                         const protocol::RoundView& round) {
    const std::size_t players = players_of(round);
    std::vector<Row> rows;
    for (const PairingView& pairing : round.tables) {
        if (std::ssize(rows) == results_rows_max) break;
        rows.push_back(row_of(words, pairing, players, round.units_a_point));
    }
    for (const protocol::RestingView& resting : round.resting) {
        Row row{{}, player_cell(resting.handle), {std::string(words.rests)}};
        row.resize(1 + players);
        row.push_back({protocol::points_text(resting.units, round.units_a_point)});
        row.push_back({});
        rows.push_back(std::move(row));
    }
    std::vector<std::string_view> columns(1 + players, words.player);
    columns.front() = words.table;
    columns.insert(columns.end(), {words.points, words.game});
    return table_of(std::move(heading), std::move(columns), std::move(rows));
}

}  // namespace

PageTexts tournament_page_texts(Language language, const tournament::Summary& summary) {
    std::string about = std::string(result_words(language).about) + " " + summary.setup + ".";
    if (!summary.about.empty()) about += " " + summary.about;
    return {summary.name + " – Tanbo", std::move(about)};
}

Results results_of(Language language, protocol::TournamentId id,
                   const tournament::Summary& summary) {
    const ResultWords& words = result_words(language);
    Results results;
    const bool has_begun = summary.round.has_value();
    const bool is_ranked = has_begun || summary.is_ladder;
    results.tables.push_back(is_ranked ? standings_table(words, summary.standings)
                                       : players_table(words, summary));
    if (!has_begun) return results;
    results.tables.push_back(
        round_table(words, round_name(words, summary, summary.round->head.round), *summary.round));
    const std::string path = "/tournaments/" + to_string(id) + "?round=";
    for (int round = 1; round <= summary.rounds; ++round) {
        if (round == summary.round->head.round) continue;
        const std::string number = std::to_string(round);
        results.links.push_back(
            {{{"text", round_name(words, summary, round)}, {"link", path + number}}, {}});
    }
    results.links.push_back(
        {{{"text", std::string(words.file)},
          {"link", "/api/v1/tournaments/" + to_string(id) + "/export?format=csv"}},
         {}});
    return results;
}

}  // namespace tanbo::http
