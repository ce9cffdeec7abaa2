#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/time/instant.hpp"
#include "protocol/json/ids.hpp"
#include "server/store/transaction.hpp"
#include "server/tournament/log.hpp"

// A tournament's log in words.
namespace tanbo::tournament {

inline constexpr std::int64_t news_max = 50;  // the newest events with something to tell

struct Headline {
    std::int64_t seq = 0;
    engine::Instant at;
    std::string text;
    std::optional<protocol::GameId> game = {};  // of a result
};

struct News {
    std::string name;
    std::string creator;
    engine::Instant created_at;
    engine::Instant updated_at;
    std::vector<Headline> headlines;  // the newest first
};

// Throws: store::StorageError.
News news_of(store::Reader& reader, const Loaded& loaded);

}  // namespace tanbo::tournament
