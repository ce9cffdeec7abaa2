#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "protocol/json/ids.hpp"
#include "protocol/people/notice_facts.hpp"
#include "protocol/people/notices.hpp"
#include "protocol/people/pushes.hpp"

// The words of pushes. Pure.
namespace tanbo::notify {

inline constexpr std::size_t push_quote_bytes_max = 240;  // of a chat message

// The subject of a notice, which a newer notice about the same replaces: "game-12", "challenge-5".
std::string push_tag(protocol::NoticeKind kind, std::optional<protocol::GameId> game,
                     const protocol::NoticeFacts& facts);

// The text of a notice. Requires: push_kind_of(kind).
protocol::PushText push_text(protocol::NoticeKind kind, std::optional<protocol::GameId> game,
                             const protocol::NoticeFacts& facts, protocol::PushLanguage language);

}  // namespace tanbo::notify
