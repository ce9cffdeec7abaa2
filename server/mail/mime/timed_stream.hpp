#pragma once

#include <string_view>

#include "server/mail/mime/gmime.hpp"
#include "server/mail/mime/reading_deadline.hpp"

namespace tanbo::mail::mime {

// The stream that a parser is fed with: bytes that seem to end when the time is over.
struct TimedBytes {
    std::string_view rest;
    const ReadingDeadline& deadline;
    bool is_late = false;
};

// A stream that can be read once, a few kilobytes at a time. `bytes` must outlive it.
GObjectPtr<GMimeStream> timed_stream(TimedBytes& bytes);

}  // namespace tanbo::mail::mime
