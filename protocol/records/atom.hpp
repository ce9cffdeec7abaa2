#pragma once

#include <span>
#include <string>
#include <string_view>

#include "engine/time/instant.hpp"

// Feeds for readers of news. Source: RFC 4287.
namespace tanbo::protocol {

struct AtomEntry {
    std::string id;  // an IRI that never changes
    engine::Instant updated;
    std::string title;
    std::string link;
};

struct AtomFeed {
    std::string id;
    engine::Instant updated;
    std::string title;
    std::string self;  // its own address
    std::string link;  // what it is about
    std::string author;
};

// The feed, its entries in the order in which they are given.
std::string encode_atom(const AtomFeed& feed, std::span<const AtomEntry> entries);

}  // namespace tanbo::protocol
