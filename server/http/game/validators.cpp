#include "server/http/game/validators.hpp"

#include <algorithm>

namespace tanbo::http {
namespace {

constexpr std::size_t etag_chars_usual = 48;

// How many of those whom the match names are deleted: it changes what is shown, but no event tells.
std::ptrdiff_t deleted_players(const engine::Match& match) {
    constexpr std::string_view left = "deleted-";
    const auto is_deleted = [left](const engine::SeatHolder& holder) {
        return holder.player && holder.player->handle.starts_with(left);
    };
    return std::ranges::count_if(match.seats(), is_deleted) +
           (match.creator().handle.starts_with(left) ? 1 : 0);
}

}  // namespace

void set_game_validators(net::Response& response, const game::Views& views,
                         const engine::Match& match, std::string_view form, Reader reader) {
    std::string etag;
    etag.reserve(etag_chars_usual);
    etag.append("W/\"").append(std::to_string(match.seq())).append("-");
    etag.append(views.epoch()).append("-");
    const auto deleted = deleted_players(match);
    if (deleted > 0) etag += std::to_string(deleted) + "-";
    etag.append(form).append("-" TANBO_VERSION "\"");
    set_header(response, "ETag", std::move(etag));
    const bool is_public =
        reader == Reader::anybody && match.visibility() == engine::Visibility::everyone;
    set_header(response, "Cache-Control", is_public ? "no-cache" : "private, no-cache");
}

std::optional<game::IdempotencyKey> idempotency_of(const RequestContext& context) {
    if (!context.idempotency_key) return std::nullopt;
    game::IdempotencyKey key;
    key.scope = to_string(context.identity->account) + " POST";
    key.key = *context.idempotency_key;
    // A path has no line break.
    key.request = std::string(context.request.path) + "\n";
    key.request += context.request.body;
    return key;
}

}  // namespace tanbo::http
