// The hostile mails of the corpus through the whole inbound worker: none moves a stone, none is
// answered where it must not be.

#include <filesystem>

#include <gtest/gtest.h>

#include "tests/server/mail/corpus.hpp"
#include "tests/server/mail/inbound/fixture.hpp"

namespace tanbo::mail::inbound {

void PrintTo(const CorpusAttack& attack, std::ostream* out) {
    *out << attack.file << ": " << attack.why;
}

namespace {

std::string test_name(std::string file) {
    std::replace(file.begin(), file.end(), '-', '_');
    return file;
}

constexpr protocol::GameId corpus_game{17};
constexpr protocol::GameId other_game{18};

// Anna is to move, and may play K10, in games 17 and 18. The corpus holds mails of game 17. The
// first test of a process plays these games, and the others begin with a copy of its database:
// eighteen games cost a hundred times what most mails do.
class Attacked : public InboundTest, public testing::WithParamInterface<CorpusAttack> {
protected:
    Attacked() : InboundTest(beginning()) {
        if (std::filesystem::exists(prepared())) return;
        while (start_game("19x19") != other_game) continue;
        for (const protocol::GameId game : {corpus_game, other_game}) make_k10_legal(game);
        rows().copy_to(prepared());
    }

    static std::filesystem::path prepared() {
        static const test::TemporaryFolder folder;
        return folder.path() / "tanbo.db";
    }
    static game::FixtureOptions beginning() {
        game::FixtureOptions options;
        if (std::filesystem::exists(prepared())) options.prepared = prepared();
        return options;
    }

    void make_k10_legal(protocol::GameId game) {
        for (const char* const point : {"H13", "J13", "K13", "K12", "K11"}) {
            const game::Move move{anna.account, point, match(game)->ply(), {}};
            EXPECT_TRUE(submit(game, move).has_value());
            EXPECT_TRUE(play(game, 1).has_value());
        }
    }

    // Tokens that the corpus can't have: anna's, of game 17.
    std::string recipient_of(const CorpusAttack& attack) {
        if (attack.file == "token-of-older-ply") {
            return mime::reply_address(turn_token(anna, corpus_game, 8), domain);
        }
        if (attack.file == "token-of-another-game") {
            return mime::reply_address(turn_token(anna, corpus_game, 10), domain);
        }
        if (attack.file == "token-of-undone-turn") {
            const std::string token = turn_token(anna, corpus_game, 10);
            EXPECT_TRUE(play(corpus_game, 1).has_value());
            take_back_in(corpus_game);
            return mime::reply_address(token, domain);
        }
        return attack.recipient;
    }
    void take_back_in(protocol::GameId game) {
        const engine::Propose undo{anna.account, engine::ProposalKind::undo, {}};
        EXPECT_TRUE(submit(game, undo).has_value());
        const std::uint32_t asked = match(game)->proposals().front().id;
        EXPECT_TRUE(submit(game, engine::AnswerProposal{ben.account, asked, true}).has_value());
    }
    std::string raw_of(const CorpusAttack& attack) { return corpus_mail("hostile", attack.file); }
    std::uint32_t seq(protocol::GameId game) { return match(game, anna.account)->seq(); }
    std::int64_t changes() { return rows().changes(); }
};

TEST_P(Attacked, IsNeitherObeyedNorAnsweredWhereItMustNotBe) {
    const CorpusAttack& attack = GetParam();
    const std::string recipient = recipient_of(attack);
    const std::int64_t before = changes();

    const auto id = deliver(raw_of(attack), recipient, attack.return_path);
    work();

    EXPECT_EQ(changes(), before) << answer_to(id);
    EXPECT_NE(outcome(id), "acted");
    EXPECT_NE(outcome(id), "waiting");
    // Only the owner of an account is told, at their own address, that more is needed.
    for (const store::Mail& mail : mails()) {
        EXPECT_EQ(mail.address, "anna@example.org");
        EXPECT_EQ(attack.outcome, "not-vouched");
    }
    EXPECT_LE(mails().size(), 1U);
    if (attack.file == "from-dmarc-fail") {
        EXPECT_TRUE(mails().empty());
    }
}

INSTANTIATE_TEST_SUITE_P(Corpus, Attacked, testing::ValuesIn(corpus_attacks()),
                         [](const auto& attack) { return test_name(attack.param.file); });

// The negative control: the same mail, vouched for by our own server, moves a stone.
class Vouched : public Attacked {};

TEST_P(Vouched, WouldMoveAStone) {
    const std::int64_t before = changes();

    std::string raw = raw_of(GetParam());
    raw.replace(raw.find("Date: "), raw.find('\n', raw.find("Date: ")) - raw.find("Date: "),
                "Date: " + date() + "\nTo: " + mime::commands_address(domain));
    const auto id = deliver(std::string(vouched) + raw);
    work();

    EXPECT_EQ(outcome(id), "acted") << answer_to(id);
    EXPECT_GT(changes(), before);
}

INSTANTIATE_TEST_SUITE_P(Corpus, Vouched,
                         testing::Values(CorpusAttack{"from-without-results", {}, {}, {}, {}, {}}),
                         [](const auto& attack) { return test_name(attack.param.file); });

}  // namespace
}  // namespace tanbo::mail::inbound
