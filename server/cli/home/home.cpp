#include "server/cli/home/home.hpp"

#include <algorithm>
#include <optional>
#include <poll.h>
#include <unistd.h>

#include "protocol/client/challenges.hpp"
#include "server/cli/home/home_feed.hpp"
#include "server/cli/home/home_picture.hpp"
#include "server/cli/local_clock.hpp"
#include "server/cli/play.hpp"
#include "server/cli/remote/identity.hpp"
#include "server/cli/report.hpp"
#include "server/cli/screen/keys.hpp"
#include "server/cli/screen/terminal.hpp"
#include "server/cli/screen/text.hpp"
#include "server/cli/session.hpp"

namespace tanbo::cli {

namespace {

constexpr int redraw_ms = 30'000;  // the time left changes

class Home {
public:
    Home(std::string url, protocol::Credentials who)
        : client_(std::move(url), who.token),
          who_(std::move(who)),
          screen_(std::in_place),
          feed_(client_.url(), who_.token, who_.handle) {}

    int run() {
        while (!exit_) {
            show();
            wait();
        }
        screen_.reset();
        return *exit_;
    }

private:
    HomeView view() const {
        std::string notice = notice_;
        if (notice.empty() && !news_.fault.empty()) notice = printable(news_.fault);
        if (notice.empty() && !news_.has_come) notice = "Waiting for the server ...";
        if (notice.empty() && rows_.empty()) notice = "No games yet. c: new game on 9x9";
        return {.title = "Tanbo at " + printable(client_.url()) + ", " + printable(who_.handle),
                .rows = rows_,
                .chosen = chosen_,
                .notice = std::move(notice),
                .has_colour = is_colour_terminal()};
    }

    void show() {
        std::vector<HomeRow> rows = home_rows(news_, who_.handle, local_now());
        if (const HomeRow* const row = chosen()) chosen_ = home_place_of(rows, *row, chosen_);
        rows_ = std::move(rows);
        screen_->show(draw_home(view(), screen_->size()));
    }

    void wait() {
        pollfd ready[] = {{STDIN_FILENO, POLLIN, 0},
                          {screen_->signals(), POLLIN, 0},
                          {feed_.descriptor(), POLLIN, 0}};
        if (::poll(ready, 3, redraw_ms) <= 0) return;
        if (ready[2].revents != 0) news_ = feed_.take();
        if (ready[1].revents != 0) return on_signal();
        if (ready[0].revents != 0) read_keys();
    }

    void on_signal() {
        const int signal = screen_->take_signal();
        constexpr int by_signal = 128;
        if (signal == SIGWINCH) {
            screen_->forget();
        } else if (signal == SIGTSTP) {
            screen_->suspend();
        } else if (signal != 0) {
            exit_ = by_signal + signal;
        }
    }

    void read_keys() {
        char bytes[1024];
        const ssize_t count = ::read(STDIN_FILENO, bytes, sizeof bytes);
        if (count <= 0) {
            exit_ = 0;
            return;
        }
        for (const Key& key : keys_.feed({bytes, static_cast<std::size_t>(count)})) {
            if (!exit_) on_key(key);
        }
    }

    void on_key(const Key& key) {
        notice_.clear();
        if (key.kind == KeyKind::text) return on_letter(key.text);
        if (key.kind == KeyKind::end_of_input) exit_ = 0;
        if (key.kind == KeyKind::enter) open_chosen();
        if (key.kind == KeyKind::click) click(key.row);
        if (key.kind == KeyKind::up) move(-1);
        if (key.kind == KeyKind::down) move(1);
        if (key.kind == KeyKind::page_up) move(-page_rows);
        if (key.kind == KeyKind::page_down) move(page_rows);
        if (key.kind == KeyKind::home) chosen_ = 0;
        if (key.kind == KeyKind::end && !rows_.empty()) chosen_ = rows_.size() - 1;
    }

    void on_letter(const std::string& letter) {
        if (letter == "q") exit_ = 0;
        if (letter == "k") move(-1);
        if (letter == "j") move(1);
        if (letter == "p") join_chosen();
        if (letter == "n") open_next();
        if (letter == "a") answer_challenge("/accept");
        if (letter == "d") answer_challenge("/decline");
        if (letter == "c") create();
        if (letter == "r") feed_.hurry();
    }

    void move(int rows) {
        const auto last = static_cast<std::ptrdiff_t>(rows_.size()) - 1;
        const auto wished = static_cast<std::ptrdiff_t>(chosen_) + rows;
        chosen_ = static_cast<std::size_t>(
            std::clamp(wished, std::ptrdiff_t{0}, std::max(last, std::ptrdiff_t{0})));
    }

    // A click chooses, a second one opens.
    void click(int line) {
        const auto row = home_row_at(view(), screen_->size(), line);
        if (!row) return;
        if (*row == chosen_) return open_chosen();
        chosen_ = *row;
    }

    const HomeRow* chosen() const { return rows_.empty() ? nullptr : &rows_[chosen_]; }

    void open_chosen() {
        const HomeRow* const row = chosen();
        if (row == nullptr) return;
        if (row->game) return open(*row->game);
        if (row->challenge) notice_ = "a: accept this challenge, d: decline or withdraw it";
    }

    // The next game in which it is one's turn, after the last that was opened so.
    void open_next() {
        const auto is_turn = [](const HomeRow& row) {
            return row.section == HomeSection::turns && row.game;
        };
        std::vector<protocol::GameId> games;
        for (const HomeRow& row : rows_) {
            if (is_turn(row)) games.push_back(*row.game);
        }
        if (games.empty()) {
            notice_ = "It is not your turn in any game.";
            return;
        }
        const auto last = std::ranges::find(games, last_opened_);
        const bool has_next = last != games.end() && last + 1 != games.end();
        open(has_next ? *(last + 1) : games.front());
    }

    void join_chosen() {
        const HomeRow* const row = chosen();
        if (row == nullptr || !row->game || row->section != HomeSection::open) return;
        const protocol::GameId game = *row->game;
        const Answer answer = client_.post("/games/" + to_string(game) + "/join", "{}");
        if (!answer.is_ok()) {
            notice_ = printable(describe(answer));
            return;
        }
        open(game);
    }

    void answer_challenge(const std::string& how) {
        const HomeRow* const row = chosen();
        if (row == nullptr || !row->challenge) return;
        const std::string path = "/challenges/" + to_string(*row->challenge);
        const bool is_own = std::ranges::any_of(news_.challenges, [&](const auto& challenge) {
            return challenge.offer.id == *row->challenge && challenge.offer.creator == who_.handle;
        });
        const Answer answer =
            is_own && how == "/decline" ? client_.remove(path) : client_.post(path + how, "{}");
        feed_.hurry();
        if (!answer.is_ok()) {
            notice_ = printable(describe(answer));
            return;
        }
        const auto told = protocol::decode_told_challenge(answer.body);
        if (told && told->game && how == "/accept") return open(*told->game);
        notice_ = how == "/accept" ? "You have a seat." : "Done.";
    }

    void create() {
        const Answer answer = client_.post("/games", protocol::encode_create_game("9x9", {}, {}));
        const auto game = protocol::decode_game_id(answer.body);
        if (answer.is_ok() && game) return open(*game);
        notice_ = printable(describe(answer));
    }

    void open(protocol::GameId game) {
        last_opened_ = game;
        screen_.reset();
        const int status = Session(client_, game, who_.handle, "").run();
        constexpr int by_signal = 128;
        if (status > by_signal) exit_ = status;
        if (status == 1) {
            notice_ = "Game " + to_string(game) + " can't be followed. To read why, quit.";
        }
        screen_.emplace();
        feed_.hurry();
    }

    static constexpr int page_rows = 10;

    HttpClient client_;
    protocol::Credentials who_;
    std::optional<FullScreen> screen_;  // before the feed: its thread takes no signals either
    HomeFeed feed_;
    HomeNews news_;
    std::vector<HomeRow> rows_;
    std::size_t chosen_ = 0;
    std::string notice_;
    KeyReader keys_;
    std::optional<protocol::GameId> last_opened_;
    std::optional<int> exit_;
};

}  // namespace

int home(const std::string& url, const std::string& token) {
    const auto who = sign_in(url, token);
    if (!who) return 1;
    const auto kept = token.empty() ? kept_identity(url) : who;
    if (!kept)
        report("the new guest's token could not be saved; you can't come back as this guest");
    return Home(url, *who).run();
}

}  // namespace tanbo::cli
