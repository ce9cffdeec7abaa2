#include "server/api_common/status.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace tanbo::api_common {
namespace {

using protocol::Code;
using protocol::refusal;

// The value of a header field, or the empty text.
std::string field_of(const net::Response& response, std::string_view name) {
    const auto found =
        std::ranges::find(response.headers, name, &std::pair<std::string, std::string>::first);
    return found == response.headers.end() ? "" : found->second;
}

TEST(Status, FollowsTheKindOfRefusal) {
    const std::vector<std::pair<Code, int>> expected = {
        {Code::malformed_json, 400},      {Code::invalid_field, 422},
        {Code::unauthorized, 401},        {Code::forbidden, 403},
        {Code::no_such_game, 404},        {Code::method_not_allowed, 405},
        {Code::not_acceptable, 406},      {Code::stale_ply, 409},
        {Code::body_too_large, 413},      {Code::unsupported_media_type, 415},
        {Code::illegal_move, 422},        {Code::rate_limited, 429},
        {Code::headers_too_large, 431},   {Code::internal_error, 500},
        {Code::storage_unavailable, 503}, {Code::shutting_down, 503}};
    for (const auto& [code, status] : expected) {
        EXPECT_EQ(status_of(refusal(code, "")), status) << protocol::code_name(code);
    }
}

TEST(Status, TellsABodyThatNamesNobodyFromAPathThatDoes) {
    protocol::Error in_body = refusal(Code::no_such_player, "");
    in_body.pointer = "/seats/1";

    EXPECT_EQ(status_of(in_body), 422);
    EXPECT_EQ(status_of(refusal(Code::no_such_player, "")), 404);
}

TEST(Status, SendsWhatItsStatusAsksFor) {
    protocol::Error limited = refusal(Code::rate_limited, "");
    limited.retry_after_s = 7;

    const net::Response busy = problem(limited, "/x");
    const net::Response nobody = problem(refusal(Code::unauthorized, ""), "/x");
    const net::Response bad = problem(refusal(Code::bad_token, ""), "/x");

    EXPECT_EQ(field_of(busy, "Retry-After"), "7");
    EXPECT_EQ(field_of(nobody, "WWW-Authenticate"), "Bearer");
    EXPECT_EQ(field_of(bad, "WWW-Authenticate"), "Bearer error=\"invalid_token\"");
    EXPECT_EQ(busy.content_type, "application/problem+json");
}

}  // namespace
}  // namespace tanbo::api_common
