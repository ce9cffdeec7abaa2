#include "server/http/routes.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "server/http/route_tree.hpp"

namespace tanbo::embedded {
extern const std::string_view openapi_json;
}

namespace tanbo::http {
namespace {

using net::Method;

// A path of the pattern's shape.
std::string route_path_of(const Route& route) {
    std::string path(route.pattern);
    for (std::size_t brace = path.find('{'); brace != std::string::npos; brace = path.find('{')) {
        path.replace(brace, path.find('}') - brace + 1, "7");
    }
    return path;
}

TEST(Routes, AreFoundByMethodAndPath) {
    for (const Route& route : routes()) {
        const auto found = find_route(route.method, route_path_of(route));

        ASSERT_TRUE(std::holds_alternative<Found>(found)) << route.pattern;
        EXPECT_EQ(std::get<Found>(found).route, &route);
        const auto names = std::ranges::count(route.pattern, '{');
        EXPECT_THAT(std::get<Found>(found).arguments, testing::SizeIs(names));
        EXPECT_THAT(std::get<Found>(found).arguments, testing::Each("7"));
    }
}

TEST(Routes, AnswerHeadIfTheyAnswerGet) {
    for (const Route& route : routes()) {
        if (route.method != Method::get) continue;

        const auto found = find_route(Method::head, route_path_of(route));

        ASSERT_TRUE(std::holds_alternative<Found>(found)) << route.pattern;
        EXPECT_EQ(std::get<Found>(found).route, &route);
    }
}

TEST(Routes, TellAWrongMethodFromAWrongPath) {
    for (const Route& route : routes()) {
        const std::string path = route_path_of(route);

        const auto wrong = find_route(Method::other, path);
        const auto longer = find_route(route.method, path + "/more/and/more");
        const auto slashed = find_route(route.method, path + "/");

        ASSERT_TRUE(std::holds_alternative<WrongMethod>(wrong)) << path;
        EXPECT_THAT(std::get<WrongMethod>(wrong).allow,
                    testing::HasSubstr(std::string(net::method_name(route.method))));
        EXPECT_TRUE(std::holds_alternative<NoSuchPath>(longer)) << path;
        EXPECT_TRUE(std::holds_alternative<NoSuchPath>(slashed)) << path;
    }
}

TEST(Routes, NameAllMethodsOfAPath) {
    const auto games = find_route(Method::delete_, "/api/v1/games");

    ASSERT_TRUE(std::holds_alternative<WrongMethod>(games));
    EXPECT_EQ(std::get<WrongMethod>(games).allow, "POST, GET, HEAD, OPTIONS");
}

TEST(Routes, PreferWordsToNamesAndComeBackIfTheyLeadNowhere) {
    const auto route = [](Method method, std::string_view pattern) {
        return Route{.method = method,
                     .pattern = pattern,
                     .caller = Caller::anyone,
                     .scope = {},
                     .origins = Origins::own,
                     .body = Body::none,
                     .rate = Rate::free,
                     .repeat = Repeat::plain,
                     .parameters = {},
                     .handler = nullptr};
    };
    const std::array known = {
        route(Method::get, "/tokens/{token}"), route(Method::delete_, "/tokens/{token}"),
        route(Method::get, "/tokens/current"), route(Method::get, "/tokens/current/uses"),
        route(Method::get, "/{page}/{part}/{rest}")};
    const RouteTree tree(known);
    const auto find = [&](Method method, std::string_view path) {
        std::vector<std::string> arguments;
        return tree.find(
            path, [method](const Route& one) { return one.method == method; }, arguments);
    };

    EXPECT_EQ(find(Method::get, "/tokens/current"), &known[2]);
    EXPECT_EQ(find(Method::get, "/tokens/currently"), &known[0]);
    EXPECT_EQ(find(Method::delete_, "/tokens/current"), nullptr);
    EXPECT_EQ(find(Method::delete_, "/tokens/currently"), &known[1]);
    EXPECT_EQ(find(Method::get, "/tokens/current/uses"), &known[3]);
    EXPECT_EQ(find(Method::get, "/tokens/current/rights"), &known[4]);
    EXPECT_EQ(find(Method::put, "/tokens/current"), nullptr);
    EXPECT_EQ(find(Method::get, "/tokens/"), nullptr);
    EXPECT_EQ(find(Method::get, "/tokens"), nullptr);
    EXPECT_EQ(find(Method::get, ""), nullptr);
    EXPECT_EQ(find(Method::get, "*"), nullptr);
    RouteTree::Arguments arguments;
    tree.find("/tokens/current/r%20", [](const Route&) { return true; }, arguments);
    EXPECT_THAT(arguments, testing::ElementsAre("tokens", "current", "r%20"));
}

TEST(Routes, DecodeTheArgumentAndNothingElse) {
    const auto decoded = find_route(Method::get, "/api/v1/setups/19x%319");
    const auto escaped_slash = find_route(Method::get, "/api/v1/setups/%2F");
    const auto bad_escape = find_route(Method::get, "/api/v1/setups/%zz");
    const auto empty = find_route(Method::get, "/api/v1/setups/");

    ASSERT_TRUE(std::holds_alternative<Found>(decoded));
    EXPECT_THAT(std::get<Found>(decoded).arguments, testing::ElementsAre("19x19"));
    EXPECT_TRUE(std::holds_alternative<Found>(escaped_slash));
    EXPECT_TRUE(std::holds_alternative<NoSuchPath>(bad_escape));
    EXPECT_TRUE(std::holds_alternative<NoSuchPath>(empty));
}

// The guard of a command that takes no Idempotency-Key.
const std::map<std::string_view, std::string_view> own_guards = {
    {"/account/addresses", "what gets mail again goes on getting it"},
    {"/account/register", "the link works once"},
    {"/account/reset", "the link works once"},
    {"/account/end-access", "the link works once"},
    {"/account/take-back", "the link works once"},
    {"/account/verify", "the link works once"},
    {"/api/v1/games/{game}/analysis", "what waits or is there is not queued again"},
    {"/api/v1/games/{game}/moves", "the ply"},
    {"/api/v1/me/addresses", "an address is there or not"},
    {"/api/v1/me/addresses/{address}/primary", "the same address again changes nothing"},
    {"/api/v1/me/addresses/{address}/resume", "what gets mail again goes on getting it"},
    {"/api/v1/me/bots", "the handle is taken"},
    {"/api/v1/me/notifications/read", "what is read stays read"},
    {"/api/v1/me/password", "the old password is no longer right"},
    {"/api/v1/me/upgrade", "a guest no longer"},
    {"/api/v1/me/webhooks", "the same URL is the same webhook"},
    {"/api/v1/me/webhooks/{webhook}/enable", "what is on stays on"},
    {"/api/v1/me/webhooks/{webhook}/test", "a test more harms nobody"},
    {"/api/v1/password-resets", "one mail at a time"},
    {"/api/v1/searches", "what was claimed in vain is given again when its claim ends"},
    {"/api/v1/searches/{search}/extend", "it is claimed from the last one on"},
    {"/api/v1/searches/{search}/result", "a search that is done is no search any more"},
    {"/api/v1/sessions", "a session more, as with another browser"},
    {"/mail/unsubscribe", "what is stopped stays stopped"},
    {"/mail/watch", "what is confirmed stays confirmed"},
};

TEST(Routes, LetNoCommandBeRepeatedUnguarded) {
    std::set<std::string_view> unkeyed;
    for (const Route& route : routes()) {
        if (route.method != Method::post || route.rate == Rate::free) continue;
        if (route.repeat == Repeat::plain) unkeyed.insert(route.pattern);
    }

    std::set<std::string_view> guarded;
    for (const auto& [pattern, guard] : own_guards) guarded.insert(pattern);
    EXPECT_EQ(unkeyed, guarded);
}

TEST(Routes, AskForAnAccountBeforeEveryCommand) {
    for (const Route& route : routes()) {
        if (route.rate != Rate::command) continue;

        EXPECT_EQ(route.caller, Caller::account) << route.pattern;
    }
}

// The contract shows one page for all of them.
bool is_in_contract(const Route& route) {
    return !route.is_page || route.pattern == "/";
}

std::set<std::string> operations_of_the_table() {
    std::set<std::string> operations = {"get /api/v1/live"};
    for (const Route& route : routes()) {
        if (!is_in_contract(route)) continue;
        std::string method(net::method_name(route.method));
        for (char& c : method) c = static_cast<char>(c | 0x20);
        operations.insert(method + " " + std::string(route.pattern));
    }
    return operations;
}

TEST(Routes, AreThoseOfTheContract) {
    const auto contract = nlohmann::json::parse(embedded::openapi_json);
    std::set<std::string> described;
    for (const auto& [path, item] : contract.at("paths").items()) {
        for (const std::string method : {"get", "post", "put", "patch", "delete"}) {
            if (item.contains(method)) described.insert(method + " " + path);
        }
    }

    EXPECT_EQ(described, operations_of_the_table());
}

// The query parameters that an operation or its path item describes, references followed.
std::set<std::string> described_parameters(const nlohmann::json& contract, const Route& route) {
    std::set<std::string> names;
    const nlohmann::json& item = contract.at("paths").at(std::string(route.pattern));
    const nlohmann::json operation = item.value("get", nlohmann::json::object());
    for (const nlohmann::json& holder : {item, operation}) {
        for (nlohmann::json parameter : holder.value("parameters", nlohmann::json::array())) {
            if (parameter.contains("$ref")) {
                const std::string pointer = parameter.at("$ref").get<std::string>().substr(1);
                parameter = contract.at(nlohmann::json::json_pointer(pointer));
            }
            if (parameter.at("in") == "query") names.insert(parameter.at("name"));
        }
    }
    return names;
}

TEST(Routes, TakeTheParametersOfTheContract) {
    const auto contract = nlohmann::json::parse(embedded::openapi_json);
    for (const Route& route : routes()) {
        if (route.method != Method::get || !is_in_contract(route)) continue;
        const std::set<std::string> taken(route.parameters.begin(), route.parameters.end());

        EXPECT_EQ(taken, described_parameters(contract, route)) << route.pattern;
    }
}

// Follows references; yields the object itself if there is none.
const nlohmann::json& resolved(const nlohmann::json& contract, const nlohmann::json& object) {
    const nlohmann::json* found = &object;
    while (found->contains("$ref")) {
        const std::string pointer = found->at("$ref").get<std::string>().substr(1);
        found = &contract.at(nlohmann::json::json_pointer(pointer));
    }
    return *found;
}

// "403 forbidden" ...: the refusals that an operation describes by their codes.
std::set<std::string> described_refusals(const nlohmann::json& contract, const Route& route) {
    std::string method(net::method_name(route.method));
    for (char& c : method) c = static_cast<char>(c | 0x20);
    std::set<std::string> refusals;
    const auto& operation = contract.at("paths").at(std::string(route.pattern)).at(method);
    for (const auto& [status, answer] : operation.at("responses").items()) {
        const auto& content = resolved(contract, answer).value("content", nlohmann::json::object());
        if (!content.contains("application/problem+json")) continue;
        const auto& schema = content.at("application/problem+json").at("schema");
        for (const auto& part : schema.value("allOf", nlohmann::json::array())) {
            const auto codes = "/properties/code/enum"_json_pointer;
            if (!part.contains(codes)) continue;
            for (const std::string code : part.at(codes)) refusals.insert(status + " " + code);
        }
    }
    return refusals;
}

// Refusals of the API by a row of the table, before any handler.
std::set<std::string> refusals_of_the_row(const Route& route) {
    std::set<std::string> refusals;
    const bool acts = route.method != Method::get;
    const bool is_signed_in = route.caller != Caller::anyone;
    if (acts) refusals.insert("403 origin-not-allowed");
    if (is_signed_in) refusals.insert("401 bad-token");
    if (route.caller == Caller::account) refusals.insert("401 unauthorized");
    if (is_signed_in && route.scope) refusals.insert("403 insufficient-scope");
    if (is_signed_in && acts && !route.is_for_suspended) refusals.insert("403 account-suspended");
    if (route.repeat == Repeat::keyed) refusals.insert("422 idempotency-key-reused");
    if (route.body == Body::json) {
        refusals.insert({"413 body-too-large", "415 unsupported-media-type"});
    }
    return refusals;
}

// A suspended player's move was once refused with a code that the contract did not know there.
TEST(Routes, AreRefusedAsTheContractSays) {
    const auto contract = nlohmann::json::parse(embedded::openapi_json);
    for (const Route& route : routes()) {
        if (!route.pattern.starts_with("/api/v1/")) continue;  // pages for people
        const std::set<std::string> described = described_refusals(contract, route);
        for (const std::string& refusal : refusals_of_the_row(route)) {
            EXPECT_TRUE(described.contains(refusal))
                << net::method_name(route.method) << " " << route.pattern << ": " << refusal;
        }
    }
}

}  // namespace
}  // namespace tanbo::http
