#pragma once

#include <cstdint>
#include <string_view>

#include "engine/match.hpp"
#include "server/game/referee.hpp"
#include "server/game/views/views.hpp"
#include "server/http/request_context.hpp"

namespace tanbo::http {

// Sets the ETag of what follows from a game's events alone, without hashing the body; weak, since
// another version of this program may word it differently. It names the epoch, which tells the
// events of a number apart. `form` tells representations of one path apart. Sets Cache-Control too:
// what only an account sees is for its own caches.
enum class Reader : std::uint8_t { anybody, account };
void set_game_validators(net::Response& response, const game::Views& views,
                         const engine::Match& match, std::string_view form,
                         Reader reader = Reader::anybody);

// The request's key, its scope and what is asked; nothing if no key was sent.
std::optional<game::IdempotencyKey> idempotency_of(const RequestContext& context);

}  // namespace tanbo::http
