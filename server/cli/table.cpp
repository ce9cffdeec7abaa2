#include "server/cli/table.hpp"

#include <algorithm>
#include <iostream>
#include <unistd.h>

#include "protocol/narration.hpp"
#include "server/cli/report.hpp"

namespace tanbo::cli {

namespace {

constexpr int wait_ms = 60'000;
constexpr int lost_connections_max = 10;
constexpr unsigned reconnect_pause_max_s = 15;

}  // namespace

Table::Table(const HttpClient& client, std::int64_t game, bool reads_input)
    : client_(client), game_(game), reads_input_(reads_input) {}

int Table::run() {
    while (true) {
        EventStream stream(client_, game_, view_.seq(),
                           [this](std::string_view frame) { on_frame(frame); });
        Wake wake = Wake::timeout;
        while (wake != Wake::stream_ended) {
            wake = stream.wait(reads_input_, wait_ms);
            if (!fault_.empty()) return report(fault_);
            if (wake == Wake::events) {
                lost_connections_ = 0;
                show();
            }
            if (wake == Wake::input && !read_input()) return 0;
            if (is_leaving_ || is_over()) return 0;
        }
        if (!survives_end(stream.status())) return 1;
    }
}

void Table::on_frame(std::string_view frame) {
    const auto line = view_.on_frame(frame);
    if (!line) {
        fault_ = "the server sent an event that does not fit the game: " + line.error().detail;
    } else if (!line->empty()) {
        news_ += printable(*line) + "\n";
    }
}

bool Table::read_input() {
    const bool has_more = input_.fill();
    while (const auto line = input_.next_line()) {
        on_line(*line);
        if (is_leaving_) return false;
    }
    return has_more;
}

bool Table::is_over() const {
    return view_.match() != nullptr && view_.match()->status() == engine::Status::finished;
}

bool Table::survives_end(int status) {
    if (status >= 400 && status < 500) {
        report_answer(client_.get("/games/" + std::to_string(game_)));
        return false;
    }
    if (++lost_connections_ > lost_connections_max) {
        report("the server can't be reached at " + client_.url());
        return false;
    }
    std::cerr << "connection lost, trying again\n";
    sleep(std::min(static_cast<unsigned>(lost_connections_), reconnect_pause_max_s));
    return true;
}

void Table::show() {
    clear_screen();
    if (view_.match() == nullptr) return;
    std::cout << "Game " << game_ << ": " << printable(protocol::narrate_seats(*view_.match()))
              << "\n\n"
              << view_.board(is_colour_terminal()) << "\n"
              << news_;
    news_.clear();
    std::cout << footer() << std::flush;
}

}  // namespace tanbo::cli
