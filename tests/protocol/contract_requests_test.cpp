#include <functional>
#include <map>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "protocol/games/live.hpp"
#include "protocol/games/planned_move.hpp"
#include "protocol/games/plans.hpp"
#include "protocol/games/proposals.hpp"
#include "protocol/games/requests.hpp"
#include "protocol/people/account_requests.hpp"
#include "protocol/people/admin.hpp"
#include "protocol/people/challenges.hpp"
#include "protocol/people/chat.hpp"
#include "protocol/people/note.hpp"
#include "protocol/people/notices.hpp"
#include "protocol/people/pushes.hpp"
#include "protocol/people/site.hpp"
#include "protocol/people/study.hpp"
#include "protocol/people/webhooks.hpp"
#include "protocol/records/puzzles.hpp"
#include "protocol/records/searches.hpp"
#include "protocol/tournaments/clubs.hpp"
#include "protocol/tournaments/ladders.hpp"
#include "protocol/tournaments/requests.hpp"
#include "protocol/tournaments/settings.hpp"
#include "tests/protocol/example.hpp"

// The contract's examples of requests and refusals are read and written by this
// library.
namespace tanbo::protocol {
namespace {

using nlohmann::ordered_json;

// Why a decoder refuses the body; empty if it does not.
using Check = std::function<std::string(const std::string&)>;

template <class Decode>
Check by(Decode decode) {
    return [decode](const std::string& body) {
        const auto decoded = decode(body);
        return decoded ? std::string() : decoded.error().detail + decoded.error().pointer;
    };
}

const std::map<std::string, Check>& decoders() {
    static const std::map<std::string, Check> all = {
        {"accept-challenge-any", by(decode_accept_challenge)},
        {"accept-challenge-invitation", by(decode_accept_challenge)},
        {"accept-challenge-white", by(decode_accept_challenge)},
        {"add-address", by(decode_add_address)},
        {"adjudicate-game", by(decode_tournament_verdict)},
        {"admin-adjudicate", by(decode_verdict_request)},
        {"admin-mute", by(decode_until_then)},
        {"admin-remove-player", by(decode_removal_request)},
        {"admin-resolve-report", by(decode_resolve_request)},
        {"admin-set-role", by(decode_role_request)},
        {"admin-put-site", by(decode_site_request)},
        {"admin-suspend", by(decode_until_then)},
        {"annul-game", by(decode_annul)},
        {"answer-puzzle", by(decode_puzzle_answer)},
        {"cancel-tournament", by(decode_cancel_tournament)},
        {"challenge-on-ladder", by(decode_challenge_on_ladder)},
        {"change-password", by(decode_change_password)},
        {"change-tournament", by(decode_change_tournament)},
        {"claim-search", by(decode_claim)},
        {"create-account", by(decode_create_account)},
        {"create-bot", by(decode_create_bot)},
        {"create-challenge-anybody", by(decode_create_challenge)},
        {"create-challenge-invitation", by(decode_create_challenge)},
        {"create-challenge-somebody", by(decode_create_challenge)},
        {"create-challenge-standing", by(decode_create_challenge)},
        {"create-session-guest", by(decode_create_session)},
        {"create-session-member", by(decode_create_session)},
        {"create-token-labelled", by(decode_create_token)},
        {"create-tournament-full", by(decode_create_tournament)},
        {"create-tournament-knockout", by(decode_create_tournament)},
        {"create-tournament-ladder", by(decode_create_tournament)},
        {"create-tournament-arena", by(decode_create_tournament)},
        {"create-tournament-groups", by(decode_create_tournament)},
        {"create-tournament-mcmahon", by(decode_create_tournament)},
        {"create-tournament-league", by(decode_create_tournament)},
        {"create-tournament-pods", by(decode_create_tournament)},
        {"create-tournament-short", by(decode_create_tournament)},
        {"create-webhook", by(decode_create_webhook)},
        {"decline-challenge-reason", by(decode_decline_challenge)},
        {"empty", by(decode_empty)},
        {"forfeit-game", by(decode_forfeit)},
        {"leave-game", by(decode_act)},
        {"make-address-primary", by(decode_confirmation)},
        {"make-proposal", by(decode_make_proposal)},
        {"open-game-bot", by(decode_create_game)},
        {"open-game-custom", by(decode_create_game)},
        {"open-game-invitation", by(decode_create_game)},
        {"play-move", by(decode_planned_move)},
        {"play-move-plan", by(decode_planned_move)},
        {"preview-move", by(decode_preview_move)},
        {"put-note", by(decode_put_note)},
        {"put-study", by(decode_put_study)},
        {"create-club", by(decode_create_club)},
        {"change-club", by(decode_change_club)},
        {"put-profile", by(decode_put_profile)},
        {"put-vacation", by(decode_put_vacation)},
        {"read-notifications", by(decode_read_notifications)},
        {"report-message", by(decode_report_message)},
        {"request-password-reset", by(decode_request_reset)},
        {"pause", by(decode_rest)},
        {"rest", by(decode_rest)},
        {"say", by(decode_post_message)},
        {"set-notification-mode", by(decode_set_notice_mode)},
        {"set-plan", by(decode_set_plan)},
        {"set-push", by(decode_set_push)},
        {"set-webhook-kinds", by(decode_set_webhook_kinds)},
        {"show-puzzle", by(decode_puzzle_answer)},
        {"take-seat-over", by(decode_take_seat)},
        {"take-seat-over-bot", by(decode_take_seat)},
        {"upgrade-guest", by(decode_upgrade)},
        {"watch-game", by(decode_set_watch)},
        {"withdraw", by(decode_withdraw)},
    };
    return all;
}

TEST(ContractExamples, AreLaidOutAlike) {
    for (const std::string_view folder : {"answers", "messages", "problems", "requests"}) {
        for (const std::string& name : examples_in(folder)) EXPECT_TRUE(is_laid_out(name));
    }
}

TEST(ContractRequests, AreTakenEachByItsDecoder) {
    std::size_t read = 0;
    for (const std::string& name : examples_in("requests")) {
        const auto decoder = decoders().find(name.substr(name.find('/') + 1));
        ASSERT_NE(decoder, decoders().end()) << name;
        EXPECT_EQ(decoder->second(example(name)), "") << name;
        ++read;
    }
    EXPECT_EQ(read, decoders().size());
}

TEST(ContractRequests, AreRefusedWithAFieldThatTheyDoNotHave) {
    for (const auto& [name, refusal] : decoders()) {
        ordered_json body = ordered_json::parse(example("requests/" + name));
        body["colour"] = "blue";
        EXPECT_NE(refusal(body.dump()), "") << name;
    }
}

TEST(ContractRequests, AreReadOnTheLiveSocketToo) {
    int read = 0;
    for (const std::string& name : examples_in("messages")) {
        const std::string message = example(name);
        if (!message.starts_with("{\"op\":")) continue;
        EXPECT_TRUE(decode_live_request(message).request.has_value()) << name;
        ++read;
    }
    EXPECT_EQ(read, 33);
}

// The error that a problem tells of.
Error error_in(const ordered_json& problem) {
    Error error;
    error.code = parse_code(problem.at("code").get<std::string>()).value();
    error.detail = problem.at("detail").get<std::string>();
    error.pointer = problem.value("pointer", "");
    error.reason = problem.value("reason", "");
    if (problem.contains("ply")) error.ply = problem.at("ply").get<std::uint32_t>();
    if (problem.contains("seq")) error.seq = problem.at("seq").get<std::uint32_t>();
    if (problem.contains("retry_after_s")) {
        error.retry_after_s = problem.at("retry_after_s").get<int>();
    }
    return error;
}

TEST(ContractProblems, AreWrittenFromTheirCode) {
    const auto names = examples_in("problems");
    for (const std::string& name : names) {
        const auto problem = ordered_json::parse(example(name));
        EXPECT_TRUE(name.starts_with("problems/" + problem.at("code").get<std::string>())) << name;
        EXPECT_TRUE(matches_example(
            name, encode_problem(error_in(problem), problem.at("status").get<int>())));
    }
    EXPECT_GT(names.size(), 80U);
}

TEST(ContractProblems, AreTheSameOnTheLiveSocket) {
    int read = 0;
    for (const std::string& name : examples_in("messages")) {
        if (!name.starts_with("messages/refused-")) continue;
        const auto message = ordered_json::parse(example(name));
        const auto& problem = message.at("error");
        std::optional<std::int64_t> id;
        if (!message.at("re").is_null()) id = message.at("re").get<std::int64_t>();
        EXPECT_TRUE(matches_example(
            name, encode_live_error(id, error_in(problem), problem.at("status").get<int>())));
        ++read;
    }
    EXPECT_EQ(read, 25);
}

}  // namespace
}  // namespace tanbo::protocol
