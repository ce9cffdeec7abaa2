#include "server/base/clock.hpp"

namespace tanbo::base {

Clock system_clock() {
    return [] {
        return std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now());
    };
}

}  // namespace tanbo::base
