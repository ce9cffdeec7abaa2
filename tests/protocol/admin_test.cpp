#include "protocol/people/admin.hpp"

#include <gtest/gtest.h>

#include "protocol/games/events.hpp"

namespace tanbo::protocol {
namespace {

using engine::Seat;

engine::Instant noon() {
    return *parse_instant("2026-03-01T12:00:00.000Z");
}

template <class T>
std::string faulty_pointer_of(const Result<T>& decoded) {
    if (decoded) return "accepted";
    EXPECT_EQ(decoded.error().code, Code::invalid_field);
    return decoded.error().pointer;
}

TEST(Admin, WantsAReasonForEverything) {
    EXPECT_EQ(decode_reasoned(R"({"reason":"Rude."})")->reason, "Rude.");
    EXPECT_EQ(faulty_pointer_of(decode_reasoned("{}")), "/reason");
    EXPECT_EQ(faulty_pointer_of(decode_reasoned(R"({"reason":" "})")), "/reason");
    EXPECT_EQ(faulty_pointer_of(decode_until_then(R"({"until":null})")), "/reason");
    EXPECT_EQ(faulty_pointer_of(decode_role_request(R"({"role":"admin"})")), "/reason");
    EXPECT_EQ(faulty_pointer_of(decode_removal_request(R"({"seat":"red"})")), "/reason");
    EXPECT_EQ(faulty_pointer_of(decode_verdict_request(R"({"winner":"red"})")), "/reason");
    EXPECT_EQ(faulty_pointer_of(decode_resolve_request(R"({"verdict":"upheld"})")), "/reason");
    EXPECT_EQ(faulty_pointer_of(decode_reasoned(R"({"reason":"a","why":"b"})")), "/why");
}

TEST(Admin, TakesAnEndOrNone) {
    const auto ends = decode_until_then(R"({"until":"2026-03-01T12:00:00.000Z","reason":"a"})");

    ASSERT_TRUE(ends);
    EXPECT_EQ(ends->until, noon());
    EXPECT_EQ(decode_until_then(R"({"reason":"a"})")->until, std::nullopt);
    EXPECT_EQ(decode_until_then(R"({"until":null,"reason":"a"})")->until, std::nullopt);
    EXPECT_EQ(faulty_pointer_of(decode_until_then(R"({"until":"soon","reason":"a"})")), "/until");
}

TEST(Admin, ReadsVerdicts) {
    const auto winner = decode_verdict_request(R"({"winner":"red","reason":"a"})");
    const auto nobody = decode_verdict_request(R"({"winner":null,"reason":"a"})");
    const auto places =
        decode_verdict_request(R"({"places":{"black":2,"white":1,"red":2},"reason":"a"})");
    const auto shared = decode_verdict_request(R"({"places":{"black":1,"white":1},"reason":"a"})");

    EXPECT_EQ(winner->verdict.winner, Seat::red);
    EXPECT_TRUE(winner->verdict.places.empty());
    EXPECT_EQ(nobody->verdict.winner, std::nullopt);
    EXPECT_EQ(places->verdict.winner, Seat::white);
    EXPECT_EQ(places->verdict.places.size(), 3U);
    EXPECT_EQ(shared->verdict.winner, std::nullopt);
}

TEST(Admin, RefusesVerdictsThatAreNone) {
    EXPECT_EQ(faulty_pointer_of(decode_verdict_request(R"({"reason":"a"})")), "/winner");
    EXPECT_EQ(faulty_pointer_of(decode_verdict_request(R"({"winner":"blue","reason":"a"})")),
              "/winner");
    EXPECT_EQ(faulty_pointer_of(decode_verdict_request(R"({"places":{},"reason":"a"})")),
              "/places");
    EXPECT_EQ(faulty_pointer_of(decode_verdict_request(R"({"places":{"blue":1},"reason":"a"})")),
              "/places/blue");
    EXPECT_EQ(faulty_pointer_of(decode_verdict_request(R"({"places":{"black":0},"reason":"a"})")),
              "/places/black");
    EXPECT_EQ(faulty_pointer_of(decode_verdict_request(R"({"places":{"black":9},"reason":"a"})")),
              "/places/black");
    EXPECT_EQ(faulty_pointer_of(
                  decode_verdict_request(R"({"winner":null,"places":{"black":1},"reason":"a"})")),
              "/winner");
}

TEST(Admin, ReadsRolesSeatsAndResolutions) {
    EXPECT_EQ(decode_role_request(R"({"role":"moderator","reason":"a"})")->role, "moderator");
    EXPECT_EQ(faulty_pointer_of(decode_role_request(R"({"role":"king","reason":"a"})")), "/role");
    EXPECT_EQ(decode_removal_request(R"({"seat":"green","reason":"a"})")->seat, Seat::green);
    EXPECT_EQ(decode_resolve_request(R"({"verdict":"dismissed","reason":"a"})")->verdict,
              ReportState::dismissed);
    EXPECT_EQ(faulty_pointer_of(decode_resolve_request(R"({"verdict":"open","reason":"a"})")),
              "/verdict");
}

TEST(Admin, RefusesEveryTruncation) {
    const std::string body = R"({"places":{"black":1,"white":2},"reason":"He confessed."})";
    for (std::size_t length = 0; length < body.size(); ++length) {
        EXPECT_FALSE(decode_verdict_request(body.substr(0, length))) << length;
    }
}

TEST(Admin, SaysOfAnActWhatAppliesToIt) {
    AuditDetails until;
    until.until.emplace();
    AuditDetails role;
    role.role.emplace("player", "admin");
    AuditDetails verdict;
    verdict.verdict = Verdict{Seat::black, {{Seat::black, 1}, {Seat::white, 2}}};
    AuditDetails report;
    report.report = ReportId{7};
    report.resolution = ReportState::upheld;

    EXPECT_EQ(encode_audit_details({}), "{}");
    EXPECT_EQ(encode_audit_details(until), R"({"until":null})");
    EXPECT_EQ(encode_audit_details(role), R"({"from":"player","to":"admin"})");
    EXPECT_EQ(encode_audit_details(verdict),
              R"({"winner":"black","places":{"black":1,"white":2}})");
    EXPECT_EQ(encode_audit_details(report), R"({"report":7,"verdict":"upheld"})");
}

TEST(Admin, TellsTheLog) {
    const AuditView entry{AuditId{12},  noon(),  "anna",
                          "remove",     "ben",   GameId{42},
                          std::nullopt, "Rude.", R"({"seat":"white"})"};
    const std::string text =
        R"({"id":12,"at":"2026-03-01T12:00:00.000Z","by":"anna","act":"remove","account":"ben",)"
        R"("game":42,"message":null,"reason":"Rude.","details":{"seat":"white"}})";

    EXPECT_EQ(encode_audit(entry), text);
    EXPECT_EQ(encode_audit_page(std::vector{entry}, "QTEy"),
              R"({"entries":[)" + text + R"(],"next":"QTEy"})");
    EXPECT_EQ(encode_audit_page({}, {}), R"({"entries":[],"next":null})");
}

TEST(Admin, TellsReportsAndAccounts) {
    ReportView report;
    report.id = ReportId{7};
    report.game = GameId{42};
    report.message = {ChatMessageId{811}, ChatRoom::players, "ben", std::nullopt, noon()};
    report.text = "You fool.";
    report.reporter = "anna";
    report.reason = "Rude.";
    report.at = noon();
    AdminAccountView account{"ben", "member", "player", noon(), std::nullopt, true, noon()};

    EXPECT_EQ(encode_report(report),
              R"({"id":7,"game":42,"message":{"id":811,"room":"players","author":"ben",)"
              R"("text":null,"at":"2026-03-01T12:00:00.000Z"},"text":"You fool.",)"
              R"("reporter":"anna","reason":"Rude.","at":"2026-03-01T12:00:00.000Z",)"
              R"("state":"open","resolver":null,"resolved_at":null})");
    EXPECT_EQ(encode_admin_account(account),
              R"({"handle":"ben","kind":"member","role":"player",)"
              R"("created_at":"2026-03-01T12:00:00.000Z","suspended_until":null,"muted":true,)"
              R"("muted_until":"2026-03-01T12:00:00.000Z"})");
}

}  // namespace
}  // namespace tanbo::protocol
