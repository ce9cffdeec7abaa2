#include "server/game/listing.hpp"

#include <charconv>
#include <utility>
#include <vector>

#include "engine/opening.hpp"
#include "protocol/answers.hpp"
#include "server/base/secrets.hpp"
#include "server/game/summaries.hpp"
#include "server/storage/accounts.hpp"
#include "server/storage/game_summaries.hpp"
#include "server/storage/handle_key.hpp"

namespace tanbo::game {

namespace {

using protocol::Code;
using protocol::Error;
using protocol::Result;

constexpr std::string_view cursor_version = "1:";
constexpr std::size_t cursor_chars_max = 64;

storage::GameStatus to_row(engine::Status status) {
    switch (status) {
        case engine::Status::open:
            return storage::GameStatus::open;
        case engine::Status::active:
            return storage::GameStatus::active;
        case engine::Status::finished:
            return storage::GameStatus::finished;
    }
    return storage::GameStatus::open;
}

std::optional<storage::GameId> decode_cursor(const std::string& cursor) {
    if (cursor.size() > cursor_chars_max) return std::nullopt;
    const auto text = base::from_base64url(cursor);
    if (!text || !text->starts_with(cursor_version)) return std::nullopt;
    std::int64_t id = 0;
    const char* const end = text->data() + text->size();
    const auto parsed = std::from_chars(text->data() + cursor_version.size(), end, id);
    const auto game = static_cast<storage::GameId>(id);
    // Only what format_cursor writes.
    if (parsed.ec != std::errc() || format_cursor(game) != cursor) return std::nullopt;
    return game;
}

}  // namespace

std::string format_cursor(storage::GameId last) {
    const std::string text =
        std::string(cursor_version) + std::to_string(static_cast<std::int64_t>(last));
    const std::vector<std::uint8_t> bytes(text.begin(), text.end());
    return base::to_base64url(bytes);
}

Result<std::optional<storage::GameId>> parse_cursor(const std::optional<std::string>& cursor) {
    if (!cursor) return std::optional<storage::GameId>();
    const auto game = decode_cursor(*cursor);
    if (!game) {
        return refusal(Code::bad_cursor, "The cursor \"" + cursor->substr(0, cursor_chars_max) +
                                             "\" is none that a list has given.");
    }
    return game;
}

Result<void> check_list(const ListFilter& filter, int limit) {
    if (limit < 1 || limit > games_page_max) {
        return refusal(Code::bad_parameter, "The limit " + std::to_string(limit) +
                                                " is not between 1 and " +
                                                std::to_string(games_page_max) + ".");
    }
    if (filter.setup && engine::find_setup(*filter.setup) == nullptr) {
        return refusal(Code::bad_parameter, "There is no setup \"" + *filter.setup + "\".");
    }
    return {};
}

Result<std::string> list_page(storage::Reader& reader, const ListFilter& filter,
                              std::optional<storage::GameId> before, int limit) {
    storage::GamesQuery query;
    if (filter.status) query.status = to_row(*filter.status);
    query.setup = filter.setup;
    query.before = before;
    query.limit = limit;
    if (filter.player) {
        const auto account = storage::find_account(reader, storage::handle_key(*filter.player));
        if (!account) {
            return refusal(Code::no_such_player, "There is no player \"" + *filter.player + "\".");
        }
        query.player = account->id;
        query.private_too =
            filter.viewer && *filter.viewer == static_cast<std::int64_t>(account->id);
    }
    const storage::GamesPage page = storage::list_games(reader, query);
    std::vector<protocol::GameSummary> games;
    games.reserve(page.games.size());
    for (const storage::GameSummary& row : page.games) games.push_back(to_summary(reader, row));
    std::optional<std::string> next;
    if (page.next) next = format_cursor(*page.next);
    return protocol::encode_game_page(games, next);
}

}  // namespace tanbo::game
