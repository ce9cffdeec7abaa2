#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "protocol/people/account_answers.hpp"
#include "server/account/access/authenticator.hpp"
#include "server/account/account_games_port.hpp"
#include "server/account/accounts.hpp"
#include "server/account/addresses.hpp"
#include "server/store/commit/group_commit.hpp"
#include "server/store/store.hpp"
#include "server/store/tables/messages/outbox.hpp"
#include "tests/support/put_database.hpp"
#include "tests/support/rehearsals.hpp"
#include "tests/support/run_on.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tanbo::account {

using protocol::Result;

inline constexpr int threads = 3;
// Cheap, for quick tests: the cost itself is libsodium's business.
inline constexpr base::PasswordCost cheap{8'192, 1};

// Accounts on a database of the test's own, without games but for those that a test brings.
class AccountsTest : public testing::Test {
protected:
    AccountsTest() { open_server(); }
    ~AccountsTest() override { close_server(); }

    void open_server(std::size_t token_bytes = cached_token_bytes_max, AccountLimits limits = {}) {
        store::DatabaseOptions options;
        options.path = folder.path() / "tanbo.db";
        test::put_database(options.path);
        database = std::make_unique<store::Database>(options);
        metrics = std::make_unique<base::Metrics>();
        readers = std::make_unique<base::BlockingPool>("readers", 2, 100);
        hashing = std::make_unique<base::BlockingPool>("hashing", 2, 100);
        io = std::make_unique<base::IoThreads>(threads);
        writer = std::make_unique<store::GroupCommit>(*database, store::CommitHooks(),
                                                      test::commit_limits());
        store = std::make_unique<store::Store>(*database, *writer, *readers);
        const base::Clock clock = [this] {
            return base::Instant(std::chrono::milliseconds(now_ms.load()));
        };
        std::vector<Authenticator*> of_threads;
        for (int i = 0; i < threads; ++i) {
            authenticators.push_back(
                std::make_unique<Authenticator>(*store, clock, *metrics, token_bytes));
            of_threads.push_back(authenticators.back().get());
        }
        limits.password_cost = cheap;
        accounts = std::make_unique<Accounts>(*store, *hashing, *io, of_threads, clock, *metrics,
                                              limits, games);
        io->start();
    }
    void close_server() {
        writer->stop();
        io->stop();
        io->join();
        readers.reset();
        hashing.reset();
        io.reset();
        accounts.reset();
        authenticators.clear();
        store.reset();
        writer.reset();
        database.reset();
    }
    void restart(std::size_t token_bytes = cached_token_bytes_max, AccountLimits limits = {}) {
        close_server();
        open_server(token_bytes, limits);
    }

    template <class F>
    auto on(int thread, F start) {
        return test::start_on(io->executor(thread), std::move(start)).get();
    }

    Result<IssuedToken> create(const std::string& handle, const std::string& password,
                               std::optional<std::string> key = {}) {
        const protocol::CreateAccount request{handle, password, {}};
        const ClientDetails client{"192.0.2.1", std::move(key)};
        return on(0, [&] { return accounts->create_account(request, client); });
    }
    Result<IssuedToken> guest(std::optional<std::string> key = {},
                              std::string address = "192.0.2.1", std::string asker = "the first") {
        const ClientDetails client{std::move(address), std::move(key), {}, std::move(asker)};
        return on(1, [&] { return accounts->create_guest(client); });
    }
    Result<IssuedToken> log_in(const std::string& handle, const std::string& password,
                               std::optional<std::int64_t> life_s = {},
                               std::optional<std::string> key = {},
                               const std::string& address = "192.0.2.1") {
        const protocol::CreateToken request{handle, password, "laptop", life_s, {}};
        const ClientDetails client{address, std::move(key)};
        return on(2, [&] { return accounts->create_token(request, client); });
    }
    // A browser's session.
    Result<IssuedToken> session(const std::string& handle, const std::string& password) {
        const protocol::CreateSession request{handle, password, {}};
        const ClientDetails client{"192.0.2.1", std::nullopt};
        return on(0, [&] { return accounts->create_session(request, client); });
    }
    // The token of the link in the latest mail of this kind.
    std::string mailed_link(std::string_view kind) {
        const auto mails =
            database->read([](store::Reader& reader) { return store::mails(reader, {}, 100); });
        std::string link;
        for (const store::Mail& mail : mails) {
            if (mail.kind == kind) link = protocol::decode_mail_data(mail.data).link;
        }
        return link.substr(link.find('=') + 1);
    }
    // A member with an address that resets go to.
    IssuedToken create_with_address(const std::string& handle, const std::string& password) {
        const protocol::CreateAccount request{handle, password, handle + "@example.org"};
        const ClientDetails client{"192.0.2.1", std::nullopt};
        auto issued = on(0, [&] { return accounts->create_account(request, client); });
        const std::string link = mailed_link("verify-address");
        EXPECT_TRUE(on(0, [&] { return accounts->addresses().verify(link, "192.0.2.1"); }));
        now_ms += std::chrono::milliseconds(reset_address_age).count();
        return std::move(issued).value();
    }
    // Returns when the mail has been written, or would have been.
    Result<void> request_reset(const protocol::RequestReset& request,
                               const std::string& network = "192.0.2.1") {
        const std::size_t before = writer->durable();
        auto asked = on(0, [&] { return accounts->addresses().request_reset(request, network); });
        while (asked && writer->durable() < before + 3) std::this_thread::yield();
        return asked;
    }
    Result<protocol::AccountId> reset(const std::string& link, const std::string& password) {
        return on(0, [&] { return accounts->addresses().reset(link, password, "192.0.2.1"); });
    }
    Result<Identity> authenticate(const std::string& token, int thread = 0) {
        return on(thread, [&] {
            return authenticators[static_cast<std::size_t>(thread)]->authenticate(token);
        });
    }

    test::TemporaryFolder folder;
    std::atomic<std::int64_t> now_ms = 1'700'000'000'000;
    std::unique_ptr<store::Database> database;
    std::unique_ptr<base::Metrics> metrics;
    std::unique_ptr<base::BlockingPool> readers;
    std::unique_ptr<base::BlockingPool> hashing;
    std::unique_ptr<base::IoThreads> io;
    std::unique_ptr<store::GroupCommit> writer;
    std::unique_ptr<store::Store> store;
    std::vector<std::unique_ptr<Authenticator>> authenticators;
    Games* games = nullptr;
    std::unique_ptr<Accounts> accounts;
};

}  // namespace tanbo::account
