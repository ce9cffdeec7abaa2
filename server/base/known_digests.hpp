#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "server/base/secrets.hpp"

namespace tanbo::base {

// SHA-256 of texts that come again and again, as tokens do: a known text costs a tenth.
//
// A text has one place, by a key that is drawn for each object: an attacker can't choose texts that
// drive out another's. A later text takes the place of an earlier. Texts are kept until then, and
// overwritten at the end. Thread: one at a time.
class KnownDigests {
public:
    KnownDigests();
    ~KnownDigests();
    KnownDigests(const KnownDigests&) = delete;
    KnownDigests& operator=(const KnownDigests&) = delete;

    static constexpr std::size_t places = 4096;
    static constexpr std::size_t text_bytes_max = 64;  // longer ones are not kept

    Digest sha256(std::string_view text);

private:
    struct Known {
        std::array<char, text_bytes_max> text{};
        std::size_t bytes = 0;  // of the text; 0: nothing is known
        Digest digest{};
    };

    std::array<std::uint8_t, 16> key_;
    std::vector<Known> known_;
};

}  // namespace tanbo::base
