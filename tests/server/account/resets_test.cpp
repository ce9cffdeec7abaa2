#include <algorithm>

#include <gmock/gmock.h>

#include "tests/server/account/fixture.hpp"
#include "tests/support/rows.hpp"

// The effects of a request for a reset, which must not tell whether there is an account.
namespace tanbo::account {
namespace {

struct Done {
    std::size_t jobs = 0;
    std::uint64_t hashes = 0;
    bool looks_up_by_writing = false;

    bool operator==(const Done&) const = default;
};

class ResetsTest : public AccountsTest {
protected:
    // By which limits count.
    std::int64_t rows() { return test::Rows(database->path()).limit_hits(); }
    std::int64_t mailed() {
        const auto mails =
            database->read([](store::Reader& reader) { return store::mails(reader, {}, 100); });
        return std::ranges::count(mails, "password-reset", &store::Mail::kind);
    }
    Done done_for(const protocol::RequestReset& request) {
        base::Counter& hashes = metrics->counter("tanbo_password_hashes_total", "");
        const std::size_t jobs = writer->durable();
        const std::uint64_t before = hashes.value();
        const std::int64_t had = rows();
        EXPECT_TRUE(request_reset(request).has_value());
        // Two rows count the request, before anything is looked up.
        return {writer->durable() - jobs, hashes.value() - before, rows() - had > 2};
    }
};

TEST_F(ResetsTest, DoAsMuchForNobodyAsForAMember) {
    create_with_address("anna", "nine stones");
    ASSERT_TRUE(create("ben", "four roots").has_value());

    const Done of_anna = done_for({{}, "anna"});
    ASSERT_NE(mailed_link("password-reset"), "") << "or the comparison says nothing";

    // The last of them is the look-up: it writes, and its batch is committed alike.
    EXPECT_EQ(of_anna, (Done{3, 0, true}));
    EXPECT_EQ(done_for({"anna@example.org", {}}), of_anna);
    EXPECT_EQ(done_for({{}, "ben"}), of_anna) << "no address";
    EXPECT_EQ(done_for({{}, "nobody"}), of_anna);
    EXPECT_EQ(done_for({"nobody@example.org", {}}), of_anna);
}

// The fault: a stranger's eight requests stopped all resets for a day.
TEST_F(ResetsTest, AreMailedToTheOwnerWhateverStrangersAskFor) {
    create_with_address("anna", "nine stones");
    for (int i = 0; i < 9; ++i) {
        ASSERT_TRUE(request_reset({{}, "anna"}, "198.51.100.7").has_value());
    }
    EXPECT_EQ(mailed(), 3) << "one network causes few";

    ASSERT_TRUE(request_reset({{}, "anna"}, "203.0.113.9").has_value());
    EXPECT_EQ(mailed(), 4) << "the owner on a journey";

    for (int network = 0; network < 30; ++network) {
        const std::string address = "203.0.113." + std::to_string(100 + network);
        ASSERT_TRUE(request_reset({{}, "anna"}, address).has_value());
    }
    EXPECT_EQ(mailed(), 8) << "all networks together cause no more";
    ASSERT_TRUE(request_reset({"anna@example.org", {}}, "192.0.2.1").has_value());
    EXPECT_EQ(mailed(), 9) << "the owner at home";
}

}  // namespace
}  // namespace tanbo::account
