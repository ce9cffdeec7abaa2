#include "server/cli/game_feed.hpp"

#include <algorithm>
#include <utility>

#include "protocol/client/client.hpp"
#include "server/cli/local_clock.hpp"
#include "server/cli/screen/text.hpp"

namespace tanbo::cli {

void GameFeed::on_frame(std::string_view frame) {
    if (!fault_.empty()) return;  // the first is the cause
    const auto line = view_.on_frame(frame);
    if (!line) {
        fault_ = "the server sent an invalid event: " + line.error().detail;
        return;
    }
    if (line->empty()) return;
    news_.push_back(printable(*line));
    fresh_ += news_.back() + "\n";
    if (news_.size() > news_max) news_.erase(news_.begin());
}

void GameFeed::on_chat(const Answer& answer) {
    if (answer.status >= 400 && answer.status < 500) may_chat_ = false;
    if (answer.status != 200) return;
    auto page = protocol::decode_chat_page(answer.body);
    if (!page) return;
    std::ranges::reverse(*page);
    const auto last = chat_.empty() ? protocol::ChatMessageId{} : chat_.back().id;
    for (const protocol::ChatLine& line : *page) {
        if (line.id <= last || !line.text) continue;
        fresh_ += printable(line.author) + ": " + printable(*line.text) + "\n";
    }
    chat_ = std::move(*page);
    chat_etag_ = answer.etag;
}

void GameFeed::on_clock(const Answer& answer) {
    const auto there = protocol::decode_clock_now(answer.body);
    if (answer.is_ok() && there) ahead_ = *there - local_now();
}

bool GameFeed::is_over() const {
    return view_.match() != nullptr && view_.match()->status() == engine::Status::finished;
}

std::string GameFeed::take_fresh() {
    return std::exchange(fresh_, {});
}

engine::Instant GameFeed::now() const {
    return local_now() + ahead_;
}

}  // namespace tanbo::cli
