#pragma once

#include <cstdint>

// How much somebody wants to be told.
namespace tanbo::protocol {

// Which of their notifications somebody wants by mail.
enum class NoticeMode : std::uint8_t { each, away, digest, off };

// Of what in a watched game they want to be told.
enum class WatchMode : std::uint8_t {
    each,  // of every move and of the end
    end,   // of the end
    off    // of nothing
};

// How often the boards of a game are mailed.
enum class MailWatchMode : std::uint8_t { each, daily };

}  // namespace tanbo::protocol
