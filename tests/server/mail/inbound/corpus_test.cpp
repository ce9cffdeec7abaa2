// The reading of mails as programs write them, and of mails as no program should.

#include "tests/server/mail/corpus.hpp"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "server/mail/inbound/authentication.hpp"
#include "server/mail/inbound/auto_reply_policy.hpp"
#include "server/mail/mime/mail.hpp"

namespace tanbo::mail::inbound {

// How gtest names them in what it prints.
void PrintTo(const CorpusReply& reply, std::ostream* out) {
    *out << reply.file;
}

void PrintTo(const CorpusAttack& attack, std::ostream* out) {
    *out << attack.file << ": " << attack.why;
}

namespace {

constexpr std::string_view authserv_id = "mx.example.net";
constexpr std::string_view domain = "tanbo.example.net";

std::string test_name(std::string file) {
    std::replace(file.begin(), file.end(), '-', '_');
    return file;
}

std::string joined(const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines) text += line + '\n';
    return text;
}

class Replies : public testing::TestWithParam<CorpusReply> {};

TEST_P(Replies, SayWhatTheirWritersWrote) {
    const CorpusReply& reply = GetParam();
    const auto mail = mime::read_mail(corpus_mail("replies", reply.file));
    ASSERT_TRUE(mail) << mime::reading_fault_name(mail.error());

    EXPECT_EQ(mail->written, joined(reply.written)) << mail->text;
    EXPECT_EQ(commands::game_of_subject(mail->subject), reply.game);
    EXPECT_EQ(commands_of(*mail, reply.game), reply.commands);
}

TEST_P(Replies, AreOfSomebodyWhoMayBeAnswered) {
    const auto mail = mime::read_mail(corpus_mail("replies", GetParam().file));
    ASSERT_TRUE(mail);
    ASSERT_TRUE(mail->from);

    EXPECT_EQ(mail->from->address, "anna@example.org");
    EXPECT_EQ(why_no_reply(*mail, mail->from->address, domain), std::nullopt);
}

INSTANTIATE_TEST_SUITE_P(Corpus, Replies, testing::ValuesIn(corpus_replies()),
                         [](const auto& reply) { return test_name(reply.param.file); });

// In the order in which the server finds out.
std::string outcome_of(const boost::system::result<mime::Mail, mime::ReadingFault>& mail,
                       const CorpusAttack& attack) {
    if (!mail) return "unreadable:" + std::string(mime::reading_fault_name(mail.error()));
    if (const auto silence = why_no_reply(*mail, attack.return_path, domain)) {
        return "silent:" + std::string(no_reply_name(*silence));
    }
    if (commands_of(*mail, protocol::GameId{17}).empty() && attack.outcome == "no-command") {
        return "no-command";
    }
    return is_from_vouched(*mail, authserv_id) ? "vouched" : "not-vouched";
}

class Attacks : public testing::TestWithParam<CorpusAttack> {};

TEST_P(Attacks, ComeToNothing) {
    const CorpusAttack& attack = GetParam();
    const auto mail = mime::read_mail(corpus_mail("hostile", attack.file));

    EXPECT_EQ(outcome_of(mail, attack), attack.outcome);
    if (!mail || attack.outcome.starts_with("silent:")) return;
    EXPECT_EQ(commands_of(*mail, protocol::GameId{17}), attack.commands) << mail->written;
}

INSTANTIATE_TEST_SUITE_P(Corpus, Attacks, testing::ValuesIn(corpus_attacks()),
                         [](const auto& attack) { return test_name(attack.param.file); });

// The negative control: the same mail, vouched for by our own server, would be obeyed.
TEST(Attacks, WouldMoveAStoneWereTheyVouchedFor) {
    const std::string forged = corpus_mail("hostile", "from-without-results");
    const auto mail = mime::read_mail(
        "Authentication-Results: mx.example.net; dmarc=pass header.from=example.org\r\n" + forged);
    ASSERT_TRUE(mail);

    EXPECT_TRUE(is_from_vouched(*mail, authserv_id));
    EXPECT_EQ(why_no_reply(*mail, "anna@example.org", domain), std::nullopt);
    EXPECT_EQ(commands_of(*mail, protocol::GameId{17}), std::vector<std::string>{"move 17 K10"});
}

TEST(Corpus, IsLargeAndHasEachFileOnce) {
    std::set<std::string> files;
    for (const CorpusReply& reply : corpus_replies()) files.insert(reply.file);
    EXPECT_EQ(files.size(), corpus_replies().size());
    EXPECT_GE(files.size(), 150U);
    for (const CorpusAttack& attack : corpus_attacks()) files.insert(attack.file);
    EXPECT_EQ(files.size(), corpus_replies().size() + corpus_attacks().size());
    EXPECT_GE(corpus_attacks().size(), 40U);
}

}  // namespace
}  // namespace tanbo::mail::inbound
