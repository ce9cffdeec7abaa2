#include "server/operate/progress.hpp"

#include <cmath>
#include <iostream>

#include "protocol/json/words.hpp"

namespace tanbo::app {
namespace {

constexpr std::int64_t looks_every = 500;
constexpr std::chrono::seconds said_every{5};

}  // namespace

std::string progress_text(const std::string& did, std::int64_t done, std::int64_t total,
                          const std::string& things, std::chrono::duration<double> elapsed) {
    std::string text =
        did + " " + std::to_string(done) + " of " + std::to_string(total) + " " + things;
    if (done == 0) return text;
    const double left =
        elapsed.count() * static_cast<double>(total - done) / static_cast<double>(done);
    const auto minutes = static_cast<std::int64_t>(std::ceil(left / 60));
    return text + ", about " + protocol::counted(minutes, "minute") + " left";
}

void Progress::look() {
    next_look_ = done_ + looks_every;
    const Clock::time_point now = Clock::now();
    if (now - said_ < said_every) return;
    said_ = now;
    std::cerr << "tanbod: " << progress_text(did_, done_, total_, things_, now - begun_) << "\n";
}

void Progress::finish() {
    const auto took = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - begun_);
    std::cerr << "tanbod: " << did_ << " " << done_ << " " << things_ << " in " << took.count()
              << " ms\n";
}

}  // namespace tanbo::app
