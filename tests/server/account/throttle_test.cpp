#include "server/account/access/throttle.hpp"

#include <future>
#include <latch>

#include <gmock/gmock.h>

#include "server/account/access/sessions.hpp"
#include "server/account/addresses.hpp"
#include "server/account/deletions.hpp"
#include "tests/server/account/fixture.hpp"

namespace tanbo::account {
namespace {

using protocol::Code;

constexpr std::int64_t quarter_ms = 15 * 60 * 1'000;
const std::string home = "192.0.2.1";  // where create() is called from

constexpr std::size_t of_account = hashes_of_account_max;
constexpr std::size_t of_address = hashes_of_address_max;

// As try_from yields it.
template <class T>
Code code_of(std::future<Result<T>>& answer) {
    const auto result = answer.get();
    return result ? Code::no_such_route : result.error().code;
}

// Of one that is refused while others wait.
template <class T>
Code code_while_held(std::future<Result<T>> answer) {
    using namespace std::chrono_literals;
    return answer.wait_for(60s) == std::future_status::ready ? code_of(answer)
                                                             : Code::request_timeout;
}

base::Awaitable<void> wait_in(base::BlockingPool& pool, std::latch& held, std::latch& gate) {
    auto work = [&] {
        held.count_down();
        gate.wait();
    };
    co_await pool.run(std::move(work));
}

class ThrottleTest : public AccountsTest {
protected:
    // The outcome of a password that is tried from an address, in a browser with that cookie.
    Code try_from(const std::string& address, const std::string& password,
                  std::optional<std::string> device = {}, const std::string& handle = "anna") {
        const ClientDetails client{address, std::nullopt, std::move(device)};
        const auto issued =
            on(0, [&] { return accounts->create_session({handle, password, "phone"}, client); });
        return issued ? Code::no_such_route : issued.error().code;  // which signing in never says
    }
    bool gets_in(const std::string& address, std::optional<std::string> device = {},
                 const std::string& handle = "anna") {
        return try_from(address, "correct horse", std::move(device), handle) == Code::no_such_route;
    }
    bool guess(const std::string& address, const std::string& handle = "anna") {
        return try_from(address, "battery staple", {}, handle) == Code::bad_credentials;
    }
    // Thirty wrong passwords from three strange addresses.
    void storm() {
        for (const char* const address : {"198.51.100.1", "198.51.100.2", "198.51.100.3"}) {
            for (int i = 0; i < 10; ++i) ASSERT_TRUE(guess(address));
        }
    }
    // Signed in by a session.
    Identity member(const std::string& handle) {
        EXPECT_TRUE(create(handle, "correct horse").has_value());
        return authenticate(session(handle, "correct horse").value().token).value();
    }
    std::future<Result<IssuedToken>> start_signing_in(const std::string& handle,
                                                      const std::string& password,
                                                      const std::string& address = "198.51.100.1") {
        return test::start_on(io->executor(0), [this, handle, password, address] {
            return accounts->create_session({handle, password, ""}, {address, {}, {}});
        });
    }
    std::future<Result<void>> start_changing_password(const Identity& identity,
                                                      const std::string& given,
                                                      const std::string& address = home) {
        return test::start_on(io->executor(0), [this, identity, given, address] {
            return accounts->sessions().change_password(identity, {given, "correct horse"},
                                                        address);
        });
    }
    Code change_password(const Identity& identity, const std::string& given) {
        auto answer = start_changing_password(identity, given);
        return code_of(answer);
    }
    // When it returns, no password is hashed until the gate is open.
    void hold_hashing_threads(std::latch& gate) {
        std::latch held(2);
        for (int i = 0; i < 2; ++i) {
            base::spawn(io->executor(1), "test", wait_in(*hashing, held, gate));
        }
        held.wait();
    }
    void wait_for_hashes(std::size_t count) {
        while (hashing->queued() < count) std::this_thread::yield();
    }
    std::uint64_t hashes() { return metrics->counter("tanbo_password_hashes_total", "").value(); }
};

TEST_F(ThrottleTest, HashesTenGuessesOfOneStrangeAddressAndThirtyInAll) {
    ASSERT_TRUE(create("anna", "correct horse").has_value());
    for (int i = 0; i < 10; ++i) EXPECT_TRUE(guess("198.51.100.1"));
    const auto hashed = hashes();
    EXPECT_EQ(try_from("198.51.100.1", "battery staple"), Code::rate_limited);
    EXPECT_EQ(try_from("198.51.100.1", "correct horse"), Code::rate_limited);
    EXPECT_EQ(hashes(), hashed);
    for (int i = 0; i < 10; ++i) EXPECT_TRUE(guess("198.51.100.2"));
    for (int i = 0; i < 10; ++i) EXPECT_TRUE(guess("198.51.100.3"));

    EXPECT_EQ(try_from("198.51.100.4", "battery staple"), Code::rate_limited);
    EXPECT_EQ(hashes(), hashed + 20);

    now_ms += quarter_ms - 1;
    EXPECT_EQ(try_from("198.51.100.4", "battery staple"), Code::rate_limited);
    now_ms += 1;
    EXPECT_TRUE(guess("198.51.100.4"));
}

TEST_F(ThrottleTest, TellsWhenAnotherTryIsAllowed) {
    for (int i = 0; i < 10; ++i) EXPECT_TRUE(guess("198.51.100.1"));
    now_ms += 5'000;

    const auto refused = on(0, [&] {
        return accounts->create_session({"anna", "battery staple", ""}, {"198.51.100.1", {}, {}});
    });

    EXPECT_EQ(refused.error().retry_after_s, 15 * 60 - 5);
    EXPECT_EQ(refused.error().detail, "Too many wrong passwords.");
}

TEST_F(ThrottleTest, CountsGuessesAtAHandleThatNobodyHasAlike) {
    for (int i = 0; i < 10; ++i) EXPECT_TRUE(guess("198.51.100.1", "nobody"));

    EXPECT_EQ(try_from("198.51.100.1", "x", {}, "NOBODY"), Code::rate_limited);
    EXPECT_TRUE(guess("198.51.100.1", "another"));
}

TEST_F(ThrottleTest, CountsWrongPasswordsOnly) {
    ASSERT_TRUE(create("anna", "correct horse").has_value());

    for (int i = 0; i < 40; ++i) ASSERT_TRUE(gets_in("198.51.100.9")) << i;
    for (int i = 0; i < 9; ++i) EXPECT_TRUE(guess(home));
    for (int i = 0; i < 5; ++i) EXPECT_TRUE(gets_in(home));
}

TEST_F(ThrottleTest, LetsTheOwnerInFromAnAddressThatIsKnownWhateverOthersDo) {
    ASSERT_TRUE(create("anna", "correct horse").has_value());
    ASSERT_TRUE(gets_in("203.0.113.7"));
    storm();

    EXPECT_TRUE(gets_in(home));
    EXPECT_TRUE(gets_in("203.0.113.7"));
    EXPECT_EQ(try_from("203.0.113.8", "correct horse"), Code::rate_limited);
}

TEST_F(ThrottleTest, LetsTheOwnerInFromABrowserThatIsKnownWhateverOthersDo) {
    const auto issued = create("anna", "correct horse");
    const std::string cookie = accounts->device_cookie(issued->account, {});
    storm();

    EXPECT_TRUE(gets_in("203.0.113.8", cookie));
    // A strange address that is full is no hindrance either.
    EXPECT_TRUE(gets_in("198.51.100.1", cookie));
}

TEST_F(ThrottleTest, LetsTenMistakesBeMadeInAPlaceThatIsKnown) {
    const auto issued = create("anna", "correct horse");
    const std::string cookie = accounts->device_cookie(issued->account, {});
    for (int i = 0; i < 10; ++i) EXPECT_TRUE(guess(home));

    EXPECT_EQ(try_from(home, "correct horse"), Code::rate_limited);
    EXPECT_TRUE(gets_in(home, cookie));
    for (int i = 0; i < 10; ++i) {
        EXPECT_EQ(try_from(home, "battery staple", cookie), Code::bad_credentials);
    }
    EXPECT_EQ(try_from(home, "correct horse", cookie), Code::rate_limited);
}

TEST_F(ThrottleTest, BelievesACookieOfItsOwnForItsAccountOnly) {
    const auto anna = create("anna", "correct horse");
    const auto ben = create("ben", "correct horse");
    const std::string of_ben = accounts->device_cookie(ben->account, {});
    std::string forged = accounts->device_cookie(anna->account, {});
    forged.back() = forged.back() == 'A' ? 'E' : 'A';
    storm();

    for (const std::string& cookie : {of_ben, forged, std::string("1.2.3"), std::string()}) {
        EXPECT_EQ(try_from("203.0.113.8", "correct horse", cookie), Code::rate_limited) << cookie;
    }
}

// Neighbours have one address. Once what one of them tried at an account kept its owner's programs
// from everything that takes the password.
TEST_F(ThrottleTest, LetsAnOwnerWithATokenGiveThePasswordWhateverANeighbourTries) {
    const Identity anna = member("anna");
    for (int i = 0; i < 12; ++i) try_from(home, "battery staple");
    ASSERT_EQ(try_from(home, "correct horse"), Code::rate_limited);

    EXPECT_EQ(change_password(anna, "correct horse"), Code::no_such_route);
}

// A token gives its thief ten guesses, and takes none from the owner's other one.
TEST_F(ThrottleTest, LetsATokenMakeTenMistakesOfItsOwn) {
    const Identity stolen = member("anna");
    const Identity other = authenticate(session("anna", "correct horse").value().token).value();
    for (int i = 0; i < 10; ++i) {
        EXPECT_EQ(change_password(stolen, "battery staple"), Code::bad_credentials);
    }

    EXPECT_EQ(change_password(stolen, "battery staple"), Code::rate_limited);
    EXPECT_EQ(change_password(stolen, "correct horse"), Code::rate_limited);
    EXPECT_EQ(change_password(other, "correct horse"), Code::no_such_route);
}

TEST_F(ThrottleTest, KeepsABrowsersCookieForAYearAndOverARestart) {
    const auto anna = create("anna", "correct horse");
    const std::string cookie = accounts->device_cookie(anna->account, {});
    restart();
    EXPECT_EQ(accounts->device_cookie(anna->account, cookie), cookie);
    EXPECT_NE(accounts->device_cookie(anna->account, "forged"), cookie);

    now_ms += std::chrono::milliseconds(device_life).count() - 1;
    EXPECT_TRUE(accounts->read_device(cookie).has_value());
    now_ms += 1;
    EXPECT_FALSE(accounts->read_device(cookie).has_value());
}

TEST_F(ThrottleTest, RemembersOverARestart) {
    ASSERT_TRUE(create("anna", "correct horse").has_value());
    storm();
    restart();

    EXPECT_EQ(try_from("203.0.113.8", "correct horse"), Code::rate_limited);
    EXPECT_TRUE(gets_in(home));
}

TEST_F(ThrottleTest, HashesAHundredGuessesOfAnAddressAtWhomeverTheyAre) {
    for (int i = 0; i < 100; ++i) ASSERT_TRUE(guess("198.51.100.1", "a" + std::to_string(i)));

    EXPECT_EQ(try_from("198.51.100.1", "x", {}, "zoe"), Code::rate_limited);
    EXPECT_TRUE(guess("198.51.100.2", "zoe"));
}

TEST_F(ThrottleTest, LetsNobodyRoundByGuessingAtOnce) {
    ASSERT_TRUE(create("anna", "correct horse").has_value());
    int hashed = 0;
    for (int round = 0; round < 10; ++round) {
        std::vector<std::future<Result<IssuedToken>>> answers;
        for (std::size_t i = 0; i < of_address; ++i)
            answers.push_back(start_signing_in("anna", "battery staple"));
        for (auto& answer : answers) hashed += code_of(answer) == Code::bad_credentials ? 1 : 0;
    }

    EXPECT_EQ(hashed, 10);
}

TEST_F(ThrottleTest, HashesAFewPasswordsOfAnAddressAtOnce) {
    ASSERT_TRUE(create("anna", "correct horse").has_value());
    std::latch gate(1);
    hold_hashing_threads(gate);
    std::vector<std::future<Result<IssuedToken>>> answers;
    for (std::size_t i = 0; i < of_address; ++i) {
        answers.push_back(start_signing_in("nobody-" + std::to_string(i), "correct horse"));
    }
    wait_for_hashes(of_address);

    EXPECT_EQ(code_while_held(start_signing_in("anna", "correct horse")), Code::rate_limited);
    auto elsewhere = start_signing_in("anna", "correct horse", "198.51.100.2");
    gate.count_down();

    for (auto& answer : answers) EXPECT_EQ(code_of(answer), Code::bad_credentials);
    EXPECT_EQ(code_of(elsewhere), Code::no_such_route);
    EXPECT_TRUE(gets_in("198.51.100.1")) << "the places were given back";
}

TEST_F(ThrottleTest, HashesFourPasswordsOfAnAccountAtOnceFromWhereverItIs) {
    const Identity anna = member("anna");
    const Identity ben = member("ben");
    std::latch gate(1);
    hold_hashing_threads(gate);
    std::vector<std::future<Result<void>>> answers;
    for (std::size_t i = 0; i < of_account; ++i) {
        const std::string given = i % 2 == 0 ? "" : "correct horse";
        answers.push_back(start_changing_password(anna, given, "203.0.113." + std::to_string(i)));
    }
    wait_for_hashes(of_account);

    for (const char* const given : {"", "correct horse"}) {
        auto past = start_changing_password(anna, given, "203.0.113.9");
        EXPECT_EQ(code_while_held(std::move(past)), Code::rate_limited) << given;
    }
    answers.push_back(start_changing_password(ben, "", "203.0.113.9"));
    gate.count_down();

    for (auto& answer : answers) EXPECT_EQ(code_of(answer), Code::no_such_route);
}

// With the password, and in a session that has given it a moment ago.
TEST_F(ThrottleTest, HashesTenNewPasswordsOfAnAccountInAQuarterOfAnHourAndThirtyInADay) {
    const Identity anna = member("anna");
    for (int quarter = 0; quarter < 3; ++quarter) {
        for (int i = 0; i < 10; ++i) {
            ASSERT_EQ(change_password(anna, i % 2 == 0 ? "correct horse" : ""), Code::no_such_route)
                << quarter << " " << i;
        }
        const auto hashed = hashes();
        EXPECT_EQ(change_password(anna, ""), Code::rate_limited);
        EXPECT_EQ(hashes(), hashed);
        now_ms += quarter_ms;
    }

    EXPECT_EQ(change_password(anna, "correct horse"), Code::rate_limited);
    now_ms += 24 * 4 * quarter_ms;
    EXPECT_EQ(change_password(anna, "correct horse"), Code::no_such_route);
}

TEST_F(ThrottleTest, HashesThirtyPasswordsThatAnAccountConfirmsChangesWith) {
    const Identity anna = member("anna");
    const auto confirm = [&](const std::string& address) {
        return on(0, [&] {
            return accounts->addresses().remove(anna, protocol::AddressId{1}, "correct horse",
                                                address);
        });
    };
    for (int i = 0; i < 30; ++i) {
        ASSERT_EQ(confirm("198.51.100.1").error().code, Code::no_such_address);
    }
    const auto hashed = hashes();

    EXPECT_EQ(confirm("198.51.100.1").error().code, Code::rate_limited);
    EXPECT_EQ(hashes(), hashed);
    EXPECT_EQ(confirm("198.51.100.2").error().code, Code::no_such_address);
}

TEST_F(ThrottleTest, FollowsAHundredLinksOfMailsFromAnAddress) {
    const auto follow = [&](const std::string& network) {
        const std::string link = "tbl_" + std::string(43, 'A');
        return on(0, [&] { return accounts->addresses().verify(link, network); }).error().code;
    };
    for (int i = 0; i < 100; ++i) ASSERT_EQ(follow("198.51.100.1"), Code::bad_link);

    EXPECT_EQ(follow("198.51.100.1"), Code::rate_limited);
    EXPECT_EQ(follow("198.51.100.2"), Code::bad_link);
}

// They were counted as passwords: the metric of guesses rose by somebody's exports.
TEST_F(ThrottleTest, CountsExportsThatAreRefusedAsNoPasswords) {
    create("ann", "nine stones");
    const auto identity = authenticate(log_in("ann", "nine stones")->token).value();
    const auto ask = [&] {
        return on(0, [&] { return accounts->deletions().export_all(identity); });
    };
    for (int i = 0; i < 5; ++i) ASSERT_TRUE(ask().has_value());

    EXPECT_EQ(ask().error().code, Code::rate_limited);

    const auto& limited =
        metrics->counter("tanbo_password_attempts_total", "", {{"result", "limited"}});
    EXPECT_EQ(limited.value(), 0U);
    EXPECT_TRUE(log_in("ann", "nine stones").has_value());
}

}  // namespace
}  // namespace tanbo::account
