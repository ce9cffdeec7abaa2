#include "server/net/address.hpp"

#include <gtest/gtest.h>

#include "server/base/client_key.hpp"
#include "server/net/worker.hpp"

// Proxies trusted for a client's address, and clients exempt from limits.
namespace tanbo::net {
namespace {

// The client that a request with these fields from that address is taken for.
struct Identified {
    Identified(const TrustedProxies& proxies, const std::string& from, std::vector<Field> fields) {
        request.fields = std::move(fields);
        const Address address = boost::asio::ip::make_address(from);
        proxies.identify(address, normalized(address).to_string(), request);
    }
    Request request;
};

const std::vector<std::string> here = {"127.0.0.0/8", "::1", "10.0.0.1"};

bool is_local(const std::string& from, std::vector<Field> fields, bool exempts = true) {
    return Identified(TrustedProxies(here, exempts), from, std::move(fields)).request.is_local;
}

std::string peer(const std::string& from, std::vector<Field> fields) {
    return Identified(TrustedProxies(here), from, std::move(fields)).request.peer;
}

TEST(TrustedProxies, ExemptThisMachineIfTheyAreTold) {
    for (const char* const from : {"127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"}) {
        EXPECT_TRUE(is_local(from, {{"Host", "h"}})) << from;
        EXPECT_FALSE(is_local(from, {{"Host", "h"}}, false)) << from;
    }
    for (const char* const from : {"10.0.0.1", "192.0.2.1", "::", "128.0.0.1", "2001:db8::1"}) {
        EXPECT_FALSE(is_local(from, {})) << from;
    }
}

TEST(TrustedProxies, ExemptNothingThatAProxyHandsOn) {
    for (const char* const name :
         {"X-Forwarded-For", "x-forwarded-for", "X-Forwarded-Proto", "X-Forwarded-Host",
          "X-Forwarded-Anything", "Forwarded", "Via", "X-Real-IP", "X-Client-IP", "True-Client-IP",
          "CF-Connecting-IP", "Fastly-Client-IP", "X-Cluster-Client-IP",
          "X-Original-Forwarded-For"}) {
        EXPECT_FALSE(is_local("127.0.0.1", {{name, "127.0.0.1"}})) << name;
        EXPECT_FALSE(is_local("127.0.0.1", {{name, ""}})) << name;
    }
    EXPECT_TRUE(is_local("127.0.0.1", {{"X-Forward", "127.0.0.1"}}));
}

TEST(TrustedProxies, ExemptNobodyIfOthersReachTheServer) {
    for (const char* const address : {"127.0.0.1", "127.0.0.2", "::1"}) {
        EXPECT_TRUE(listens_here({.address = address})) << address;
    }
    for (const char* const address : {"0.0.0.0", "::", "192.0.2.1", "", "localhost"}) {
        EXPECT_FALSE(listens_here({.address = address})) << address;
    }
}

TEST(TrustedProxies, TakeTheRightmostAddressThatIsNotTheirs) {
    EXPECT_EQ(peer("127.0.0.1", {{"X-Forwarded-For", "6.6.6.6, 9.9.9.9, 10.0.0.1"}}), "9.9.9.9");
    EXPECT_EQ(peer("127.0.0.1", {{"X-Forwarded-For", "10.0.0.1"}}), "10.0.0.1");
    EXPECT_EQ(peer("192.0.2.1", {{"X-Forwarded-For", "9.9.9.9"}}), "192.0.2.1");
    EXPECT_EQ(peer("127.0.0.1", {}), "127.0.0.1");
}

std::uint64_t network(const std::string& from, std::vector<Field> fields = {}) {
    return Identified(TrustedProxies(here), from, std::move(fields)).request.network;
}

TEST(NetworkNumber, IsOneForAnAddressAndForAnIpv6Network) {
    EXPECT_EQ(network("192.0.2.1"), network("::ffff:192.0.2.1"));
    EXPECT_NE(network("192.0.2.1"), network("192.0.2.2"));
    EXPECT_EQ(network("2001:db8:0:1::1"), network("2001:db8:0:1:ffff::2"));
    EXPECT_NE(network("2001:db8:0:1::1"), network("2001:db8:0:2::1"));
    EXPECT_EQ(network("127.0.0.1", {{"X-Forwarded-For", "192.0.2.1"}}), network("192.0.2.1"));
}

TEST(NetworkNumber, IsNobodysThatIsTheServersOwn) {
    for (const char* const from : {"0.0.0.0", "127.0.0.1", "::", "::1", "192.0.2.1"}) {
        EXPECT_NE(network(from), base::ClientKey::server().network) << from;
        EXPECT_NE(network(from), base::ClientKey::mail().network) << from;
        EXPECT_NE(network(from), unknown_network) << from;
    }
    EXPECT_EQ(network("127.0.0.1", {{"X-Forwarded-For", "nobody"}}), unknown_network);
}

TEST(TrustedProxies, TakeWhatTheyCannotReadForAStranger) {
    for (const char* const text : {"", ",", "unknown", "127.0.0.1:80", "[::1]", "nonsense",
                                   "9.9.9.9, nonsense", "nonsense, 127.0.0.1", "fe80::1%eth0"}) {
        EXPECT_EQ(peer("127.0.0.1", {{"X-Forwarded-For", text}}), unknown_peer) << text;
    }
}

}  // namespace
}  // namespace tanbo::net
