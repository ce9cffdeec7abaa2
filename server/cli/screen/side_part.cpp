#include "server/cli/screen/side_part.hpp"

#include <algorithm>

#include "protocol/games/narration.hpp"
#include "server/cli/proposals.hpp"
#include "server/cli/screen/players_part.hpp"
#include "server/cli/screen/talk_part.hpp"
#include "server/cli/screen/text.hpp"

namespace tanbo::cli {

namespace {

using Lines = std::vector<std::string>;

// "Game 12, 19x19-4p, ply 34, paused"
std::string title(const ScreenModel& model) {
    const engine::Match& match = *model.match;
    std::string text = "Game " + to_string(model.game) + ", " +
                       (match.setup().empty() ? "custom" : match.setup()) + ", ply " +
                       std::to_string(match.ply());
    if (match.status() == engine::Status::open) text += ", open";
    if (match.status() == engine::Status::active && match.clock().is_paused()) text += ", paused";
    return text;
}

void append(Lines& lines, const Lines& more) {
    lines.insert(lines.end(), more.begin(), more.end());
}

Lines proposal_lines(const ScreenModel& model, int columns) {
    Lines lines;
    for (const engine::Proposal& proposal : model.match->proposals()) {
        std::string text = protocol::narrate(
            engine::Proposed{proposal.by, proposal.kind, proposal.target, proposal.to_ply},
            *model.match);
        if (is_asked(proposal, model.seat)) text += " Type accept or decline.";
        append(lines, wrapped(text, columns, 1));
    }
    return lines;
}

}  // namespace

Lines side_lines(const ScreenModel& model, int columns, int rows) {
    Lines lines = {cut(title(model), columns)};
    append(lines, players_lines(model, columns, rows));
    append(lines, proposal_lines(model, columns));
    append(lines, talk_lines(model, columns, rows - static_cast<int>(lines.size())));
    if (rows < static_cast<int>(lines.size())) lines.resize(static_cast<std::size_t>(rows));
    return lines;
}

}  // namespace tanbo::cli
