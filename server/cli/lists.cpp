#include "server/cli/lists.hpp"

#include <functional>
#include <optional>
#include <string_view>

#include "protocol/client/client.hpp"
#include "server/cli/remote/http.hpp"
#include "server/cli/report.hpp"
#include "server/cli/screen/terminal.hpp"
#include "server/cli/screen/text.hpp"

namespace tanbo::cli {

namespace {

// The columns of a line, in this order; `players` share the last.
struct Row {
    std::string number;
    std::string what;
    std::string board;
    std::string ply;
    std::vector<std::string> players;
};

std::string board_of(const std::string& setup) {
    return setup.empty() ? "custom" : printable(setup);
}

Row row_of(const protocol::GameSummary& game, std::string_view what) {
    Row row{
        to_string(game.id), printable(what), board_of(game.setup), std::to_string(game.ply), {}};
    for (const auto& holder : game.seats) {
        row.players.push_back(std::string(engine::seat_name(holder.seat)) + " " +
                              printable(holder.handle.value_or("-")));
    }
    return row;
}

Row row_of(const protocol::ChallengeOffer& offer) {
    return {to_string(offer.id),
            "challenge",
            board_of(offer.setup),
            "",
            {"from " + printable(offer.creator)}};
}

// Prints rows under a heading, or for programs with tabs between, without one.
class List {
public:
    List(ListForm form, Row heading, std::string_view empty)
        : form_(form), heading_(std::move(heading)), empty_(empty) {}

    bool add(const Row& row) {
        if (form_ == ListForm::tabs) return print(tab_line(row));
        const std::string head = std::exchange(has_rows_, true) ? "" : table_line(heading_);
        return print(head + table_line(row));
    }

    // After the last row.
    void finish() const {
        if (form_ == ListForm::table && !has_rows_) print(std::string(empty_) + "\n");
    }

private:
    static std::string tab_line(const Row& row) {
        std::string line = row.number + "\t" + row.what + "\t" + row.board;
        if (!row.ply.empty()) line += "\tply " + row.ply;
        for (const std::string& player : row.players) line += "\t" + player;
        return line + "\n";
    }

    static std::string column(const std::string& text, int columns) {
        const int gap = 2;
        return padded(text, std::max(columns, columns_of(text))) + std::string(gap, ' ');
    }

    static std::string table_line(const Row& row) {
        constexpr int number_columns = 8;
        constexpr int what_columns = 9;    // "challenge"
        constexpr int board_columns = 11;  // "19x19-dense"
        constexpr int ply_columns = 4;
        std::string line = column(row.number, number_columns) + column(row.what, what_columns) +
                           column(row.board, board_columns) + column(row.ply, ply_columns);
        for (std::size_t i = 0; i < row.players.size(); ++i) {
            line += (i > 0 ? ", " : "") + row.players[i];
        }
        return line + "\n";
    }

    ListForm form_;
    Row heading_;
    std::string_view empty_;
    bool has_rows_ = false;
};

// Reads a list page by page. `take` prints a page and yields the cursor of the next, or nothing
// if it could not be read. The exit status.
int read_pages(const HttpClient& client, const std::string& path,
               const std::function<std::optional<std::string>(const Answer&)>& take) {
    std::string cursor;
    for (int pages = 0; pages < pages_max; ++pages) {
        const Answer answer = client.get(page_path(path, cursor));
        const auto next = answer.is_ok() ? take(answer) : std::nullopt;
        if (!next) return report_answer(answer);
        if (next->empty()) return 0;
        cursor = *next;
    }
    return report("the server's list has no end");
}

int needs_identity() {
    return report("not signed in; run tanbo login, or set TANBO_TOKEN");
}

}  // namespace

int games(const std::string& url, const std::string& token, bool is_mine, ListForm form) {
    const HttpClient client(url, token);
    std::string whose;
    if (is_mine) {
        if (token.empty()) return needs_identity();
        const Answer me = client.get("/me");
        const auto credentials = protocol::decode_credentials(me.body);
        if (!me.is_ok() || !credentials) return report_answer(me);
        whose = "&player=" + query_value(credentials->handle);
    }
    List list(form, {"game", "state", "board", "ply", {"players"}},
              "No games are open or in progress.");
    for (const std::string_view status : {"open", "active"}) {
        const auto take = [&](const Answer& answer) -> std::optional<std::string> {
            auto page = protocol::decode_game_page(answer.body);
            if (!page) return std::nullopt;
            for (const auto& game : page->games) {
                if (!list.add(row_of(game, status))) return "";
            }
            return std::move(page->next);
        };
        const int failed =
            read_pages(client, "/games?limit=200&status=" + std::string(status) + whose, take);
        if (failed != 0) return failed;
    }
    list.finish();
    return 0;
}

int turns(const std::string& url, const std::string& token, ListForm form) {
    if (token.empty()) return needs_identity();
    List list(form, {"number", "what", "board", "ply", {"players"}}, "No open turns.");
    const auto take = [&list](const Answer& answer) -> std::optional<std::string> {
        auto page = protocol::decode_turn_page(answer.body);
        if (!page) return std::nullopt;
        for (const protocol::WaitingTurn& turn : page->turns) {
            if (turn.game && !list.add(row_of(*turn.game, turn.kind))) return "";
            if (!turn.game && turn.challenge && !list.add(row_of(*turn.challenge))) return "";
        }
        return std::move(page->next);
    };
    const int failed = read_pages(HttpClient(url, token), "/me/turns?limit=200", take);
    if (failed == 0) list.finish();
    return failed;
}

}  // namespace tanbo::cli
