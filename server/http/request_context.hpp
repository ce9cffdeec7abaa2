#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/json/error.hpp"
#include "protocol/json/ids.hpp"
#include "server/account/access/authenticator.hpp"
#include "server/net/http/http.hpp"
#include "server/net/http/query.hpp"

namespace tanbo::http {

using base::Awaitable;

// One request on its way through a handler.
struct RequestContext {
    net::Request& request;
    std::vector<std::string> arguments;  // what stands where the pattern has braces, decoded
    net::Query query;                    // only parameters that the route names, each at most once
    std::optional<account::Identity> identity;
    std::optional<std::string> idempotency_key;
    std::string_view pattern = {};  // of the route

    // Requires: the route's pattern has so many.
    const std::string& argument(std::size_t index = 0) const { return arguments[index]; }
    std::optional<protocol::AccountId> account() const {
        return identity ? std::optional(identity->account) : std::nullopt;
    }
};

using Reply = protocol::Result<net::Response>;

// --- answers ---

// application/json, revalidated by its ETag at every use.
net::Response json_response(int status, std::string body);
net::Response json_response(int status, net::Bytes body);
// The same with 200, for all clients alike: shared caches may keep it.
net::Response shared_response(std::string body);
// The same with 200; as personal_response if the client is signed in.
net::Response viewer_response(const RequestContext& context, std::string body);
// The same with 200, of one account: kept by no shared cache.
net::Response personal_response(std::string body);
// JSON that no cache may keep: what was just done, and secrets.
net::Response unstored_response(int status, std::string body);
net::Response unstored_response(int status, net::Bytes body);
// 204.
net::Response no_content();
void set_header(net::Response& response, std::string_view name, std::string value);
// The value of the first header of that name, or nothing.
const std::string* find_header(const net::Response& response, std::string_view name);

using protocol::refusal;

// --- what a request says ---

// A whole number from 1 on, in plain digits; nothing for any other text.
std::optional<std::int64_t> id_in(std::string_view text);
// A number in the path that names a `what`. Errors: `none`, also for what is no such number.
protocol::Result<std::int64_t> id_number(const RequestContext& context, std::size_t index,
                                         protocol::Code none, std::string_view what);
// The same as an id.
template <protocol::Id Type>
protocol::Result<Type> id_argument(const RequestContext& context, std::size_t index,
                                   protocol::Code none, std::string_view what) {
    const auto number = id_number(context, index, none, what);
    if (!number) return number.error();
    return Type{*number};
}
// The game with the id that comes first in the path. Errors: no_such_game.
protocol::Result<protocol::GameId> game_argument(const RequestContext& context);

// A whole number in plain digits; `name` is what the refusal calls it. Errors: bad_parameter.
protocol::Result<std::uint32_t> number_in(std::string_view name, std::string_view text,
                                          std::uint32_t min, std::uint32_t max);

// A parameter that is such a number. Errors: bad_parameter.
protocol::Result<std::optional<std::uint32_t>> number_parameter(const net::Query& query,
                                                                std::string_view name,
                                                                std::uint32_t min,
                                                                std::uint32_t max);

// A parameter as it was sent, decoded; nothing if there is none.
std::optional<std::string> text_parameter(const net::Query& query, std::string_view name);

// bad_parameter, which names the words that there are.
protocol::Error bad_word(std::string_view name, std::string_view text, std::string_view words);

// A parameter that is one of some words, which `parse` knows and `words` tells. Errors:
// bad_parameter.
template <class Parse>
auto word_parameter(const net::Query& query, std::string_view name, Parse parse,
                    std::string_view words) -> protocol::Result<decltype(parse(name))> {
    const auto text = query.find(name);
    if (!text) return decltype(parse(name))();
    const auto value = parse(*text);
    if (value) return value;
    return bad_word(name, *text, words);
}

// A parameter that is true or false. Errors: bad_parameter.
protocol::Result<std::optional<bool>> flag_parameter(const net::Query& query,
                                                     std::string_view name);

// The parameter include; its only word is position. Errors: bad_parameter.
protocol::Result<bool> includes_position(const net::Query& query);

// Which page of a list is meant: that after the cursor, or the first; with at most so many.
struct Page {
    std::optional<std::string> cursor;
    int limit = 0;
};

// The parameters cursor and limit. Errors: bad_parameter.
protocol::Result<Page> page_parameters(const net::Query& query, std::uint32_t limit_default,
                                       std::uint32_t limit_max);

}  // namespace tanbo::http
