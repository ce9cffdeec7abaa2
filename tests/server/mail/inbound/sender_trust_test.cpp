#include <gtest/gtest.h>

#include "server/mail/inbound/sender.hpp"

namespace tanbo::mail::inbound {
namespace {

constexpr protocol::AccountId anna{1};
constexpr protocol::AccountId ben{2};

struct Case {
    std::string name;
    SenderEvidence evidence;
    Trust trust = Trust::none;
};

// How gtest names a case in what it prints.
void PrintTo(const Case& test, std::ostream* out) {
    *out << test.name;
}

class SenderTrust : public testing::TestWithParam<Case> {};

TEST_P(SenderTrust, FollowsFromTheEvidence) {
    EXPECT_EQ(trust_in(GetParam().evidence), GetParam().trust);
}

INSTANTIATE_TEST_SUITE_P(
    Mails, SenderTrust,
    testing::Values(
        Case{"nothing_is_known", {}, Trust::none},
        Case{"an_address_that_is_only_claimed", {.from_account = anna}, Trust::none},
        Case{
            "an_address_that_dmarc_denies", {.from_account = anna, .is_forged = true}, Trust::none},
        Case{"an_address_that_may_act",
             {.from_account = anna, .is_author = true, .may_act = true},
             Trust::address},
        Case{
            "an_address_without_authority", {.from_account = anna, .is_author = true}, Trust::none},
        Case{"an_author_without_an_account", {.is_author = true, .may_act = true}, Trust::none},
        Case{"a_token_from_an_unknown_address", {.token_account = anna}, Trust::token},
        Case{"a_token_from_a_denied_unknown_address",
             {.token_account = anna, .is_forged = true},
             Trust::token},
        Case{"a_token_from_its_owner", {.token_account = anna, .from_account = anna}, Trust::token},
        Case{"a_token_from_its_owner_without_authority",
             {.token_account = anna, .from_account = anna, .is_author = true},
             Trust::token},
        Case{"a_token_from_its_owner_who_may_act",
             {.token_account = anna, .from_account = anna, .is_author = true, .may_act = true},
             Trust::address},
        Case{"a_token_from_its_owner_denied",
             {.token_account = anna, .from_account = anna, .is_forged = true},
             Trust::denied_bearer},
        Case{"a_token_from_a_claim_to_be_another",
             {.token_account = anna, .from_account = ben},
             Trust::token},
        Case{"a_token_from_a_denied_claim_to_be_another",
             {.token_account = anna, .from_account = ben, .is_forged = true},
             Trust::token},
        Case{"a_token_from_another_author",
             {.token_account = anna, .from_account = ben, .is_author = true},
             Trust::other_bearer},
        Case{"a_token_from_another_who_may_act",
             {.token_account = anna, .from_account = ben, .is_author = true, .may_act = true},
             Trust::other_bearer}),
    [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace tanbo::mail::inbound
