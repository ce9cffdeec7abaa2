#include "server/account/addresses.hpp"

#include <gmock/gmock.h>

#include "protocol/people/account_answers.hpp"
#include "server/store/tables/accounts/addresses.hpp"
#include "server/store/tables/messages/outbox.hpp"
#include "tests/server/account/fixture.hpp"

// Addresses for mail.
namespace tanbo::account {
namespace {

using testing::ElementsAre;

class AddressesTest : public AccountsTest {
protected:
    Identity join(const std::string& handle) {
        return authenticate(create(handle, "correct horse").value().token).value();
    }
    Result<protocol::AddressView> add(const Identity& identity, const std::string& address) {
        const protocol::AddAddress request{address, "correct horse"};
        return on(0, [&] { return accounts->addresses().add(identity, request, "192.0.2.1"); });
    }
    Result<void> verify(const std::string& link) {
        return on(1, [&] { return accounts->addresses().verify(link, "192.0.2.1"); });
    }
    std::vector<protocol::AddressView> list(const Identity& identity) {
        return on(2, [&] { return accounts->addresses().list(identity.account); }).value();
    }
    void stop(const Identity& identity, protocol::AddressId id) {
        writer->write([&](store::Transaction& transaction) {
            const auto row = store::find_address(transaction, identity.account, id);
            store::score_bounce(transaction, *row, 100'000, "550 no", engine::instant_of(now_ms));
        });
    }
    std::vector<store::Mail> outbox() {
        return database->read([](store::Reader& reader) { return store::mails(reader, {}, 100); });
    }
    std::vector<std::string> kinds() {
        std::vector<std::string> kinds;
        for (const store::Mail& mail : outbox()) kinds.push_back(mail.kind);
        return kinds;
    }
    // Of the latest mail.
    std::string link() {
        const std::string link = protocol::decode_mail_data(outbox().back().data).link;
        return link.substr(link.find('=') + 1);
    }
};

TEST_F(AddressesTest, AStoppedOneIsMailedALinkThatResumesIt) {
    const Identity anna = join("anna");
    const protocol::AddressId id = add(anna, "anna@example.org").value().id;
    ASSERT_TRUE(verify(link()).has_value());
    stop(anna, id);
    ASSERT_TRUE(list(anna)[0].stopped_at);

    ASSERT_TRUE(add(anna, "Anna@example.org").has_value());

    ASSERT_THAT(kinds(), ElementsAre("verify-address", "verify-address"));
    EXPECT_TRUE(list(anna)[0].stopped_at) << "nobody has read the mail yet";
    ASSERT_TRUE(verify(link()).has_value());
    EXPECT_FALSE(list(anna)[0].stopped_at);
    EXPECT_FALSE(list(anna)[0].fault);
}

TEST_F(AddressesTest, AnothersIsMailedThatSomebodyNamedIt) {
    const Identity anna = join("anna");
    const protocol::AddressId id = add(anna, "anna@example.org").value().id;
    ASSERT_TRUE(verify(link()).has_value());
    stop(anna, id);

    ASSERT_TRUE(add(join("ben"), "anna@example.org").has_value());

    EXPECT_THAT(kinds(), ElementsAre("verify-address", "address-known"));
}

// The fault: three registrations that named an address closed it to its owner.
TEST_F(AddressesTest, AreMailedALinkWhateverStrangersRegister) {
    const auto sign_up = [this](const std::string& handle, const std::string& network) {
        const protocol::CreateAccount request{handle, "correct horse", "anna@example.org"};
        const ClientDetails client{network, std::nullopt};
        return on(0, [&] { return accounts->create_account(request, client); });
    };
    for (const std::string handle : {"one", "two", "three"}) {
        ASSERT_TRUE(sign_up(handle, "198.51.100.7").has_value());
    }
    EXPECT_FALSE(sign_up("four", "198.51.100.7").has_value());

    ASSERT_TRUE(sign_up("anna", "192.0.2.1").has_value());
    EXPECT_THAT(kinds(), testing::SizeIs(4));
    EXPECT_TRUE(verify(link()).has_value());

    EXPECT_TRUE(sign_up("five", "203.0.113.9").has_value()) << "alike for an address in use";
    EXPECT_EQ(kinds().back(), "address-known");
    EXPECT_FALSE(sign_up("six", "198.51.100.7").has_value());
}

}  // namespace
}  // namespace tanbo::account
