#include "server/cli/actions.hpp"

#include <algorithm>
#include <vector>

#include "engine/assistance.hpp"
#include "engine/notation.hpp"
#include "protocol/client/client.hpp"
#include "protocol/games/plans.hpp"
#include "protocol/json/handles.hpp"
#include "protocol/json/words.hpp"
#include "server/cli/preview.hpp"
#include "server/cli/proposals.hpp"
#include "server/cli/report.hpp"
#include "server/cli/screen/text.hpp"

namespace tanbo::cli {

namespace {

std::optional<engine::Point> point_of(const engine::Match& match, std::string_view name) {
    return engine::parse_point(match.opening().lattice(), name);
}

std::string no_point(std::string_view name) {
    return "\"" + printable(name) +
           "\" is not a point of this board. For a list of commands, type help.";
}

std::string legal_points(const engine::Match& match) {
    if (!match.to_move()) return "No player is to move.";
    if (assistance_in(match) != engine::Assistance::full) {
        return "This game doesn't show legal moves.";
    }
    const auto legal = match.position().legal_points(*match.to_move());
    std::vector<engine::Point> points(legal.begin(), legal.end());
    std::ranges::sort(points);
    std::string text = std::string(engine::seat_name(*match.to_move())) + " can play";
    for (const engine::Point point : points) {
        text += " " + engine::point_name(match.opening().lattice(), point);
    }
    return text;
}

std::string preview(const engine::Match& match, const std::string& name) {
    const auto point = point_of(match, name);
    return point ? preview_text(match, *point) : no_point(name);
}

std::string refused(const Answer& answer) {
    return printable(describe(answer));
}

std::string shown(const protocol::SetPlan& plan) {
    return "Your plan from ply " + std::to_string(plan.ply) + ": " +
           printable(protocol::plan_text(plan.plan)) + ".";
}

std::string shown_plan(const Answer& answer) {
    const auto plan = protocol::decode_plan(answer.body);
    return answer.is_ok() && plan ? shown(*plan) : refused(answer);
}

}  // namespace

std::string Actions::run(const Command& command, const engine::Match& match,
                         std::optional<engine::Seat> seat) const {
    if (is_for_players(command.verb) && !seat)
        return "Only players can do that. For a list of commands, type help.";
    switch (command.verb) {
        case Verb::place:
            return place(command.rest, match);
        case Verb::preview:
            return preview(match, command.rest);
        case Verb::legal:
            return legal_points(match);
        case Verb::hint:
            return hint();
        case Verb::say:
            return post("/chat", protocol::encode_post_message(command.rest));
        case Verb::undo:
            return propose(engine::ProposalKind::undo, {});
        case Verb::pause:
            return propose(engine::ProposalKind::pause, {});
        case Verb::abort:
            return propose(engine::ProposalKind::abort, {});
        case Verb::remove:
            return propose(engine::ProposalKind::remove, command.rest);
        case Verb::accept:
            return answer(proposal_to_accept(match, *seat), "/accept");
        case Verb::decline:
            return answer(proposal_to_decline(match, *seat), "/decline");
        case Verb::resume:
            return post("/resume");
        case Verb::swap:
            return post("/swap");
        case Verb::start:
            return post("/start");
        case Verb::substitute:
            return seat_bot(command.rest);
        case Verb::plan:
            return plan(command.rest, match);
        case Verb::unplan:
            return unplan();
        case Verb::chat:
        case Verb::board:
        case Verb::leave:
        case Verb::help:
        case Verb::quit:
            break;
    }
    return {};
}

std::string Actions::leave() const {
    return post("/leave");
}

std::string Actions::path(std::string_view what) const {
    return "/games/" + to_string(game_) + std::string(what);
}

std::string Actions::post(std::string_view what, std::string_view json) const {
    const Answer answer = client_.post(path(what), json);
    return answer.is_ok() ? std::string() : refused(answer);
}

std::string Actions::place(const std::string& name, const engine::Match& match) const {
    const auto point = point_of(match, name);
    if (!point) return no_point(name);
    return post("/moves",
                protocol::encode_play_move(
                    {engine::point_name(match.opening().lattice(), *point), match.ply()}));
}

std::string Actions::propose(engine::ProposalKind kind, const std::string& target) const {
    protocol::MakeProposal proposal{kind, engine::parse_seat(target)};
    if (!target.empty() && !proposal.target) return "\"" + printable(target) + "\" is not a seat.";
    return post("/proposals", protocol::encode_make_proposal(proposal));
}

std::string Actions::seat_bot(const std::string& names) const {
    const auto words = protocol::words_of(names);
    if (words.empty() || words.size() > 2 || !protocol::is_bot_name(words[0])) {
        return "Name a bot, and the seat if several are offered: substitute bot:5 red.";
    }
    protocol::TakeSeat request{.seat = {}, .player = std::string(words[0])};
    if (words.size() == 2) {
        request.seat = engine::parse_seat(protocol::lower(words[1]));
        if (!request.seat) return "\"" + printable(words[1]) + "\" is not a seat.";
    }
    return post("/substitute", protocol::encode_take_seat(request));
}

std::string Actions::answer(const engine::Proposal* proposal, std::string_view how) const {
    if (proposal == nullptr) return "No proposal needs your answer.";
    return post("/proposals/" + std::to_string(proposal->id) + std::string(how));
}

std::string Actions::hint() const {
    constexpr int takes_longer = 202;
    const Answer answer = client_.get(path("/hint"));
    if (answer.status == takes_longer) return "The hint is not ready yet. Ask again in a moment.";
    const auto why = protocol::decode_hint(answer.body);
    return answer.is_ok() && why ? printable(*why) : refused(answer);
}

std::string Actions::plan(const std::string& text, const engine::Match& match) const {
    if (text.empty()) return shown_plan(client_.get(path("/plan")));
    const auto branches = protocol::read_plan_text(text);
    if (!branches) return printable(branches.error().detail);
    return shown_plan(
        client_.put(path("/plan"), protocol::encode_set_plan({match.ply(), *branches})));
}

std::string Actions::unplan() const {
    const Answer answer = client_.remove(path("/plan"));
    return answer.is_ok() ? "You have no plan in this game." : refused(answer);
}

}  // namespace tanbo::cli
