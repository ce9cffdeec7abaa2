// A process for tests to kill.
//
//     hold DATABASE                 opens it, prints "ready", waits
//     append DATABASE after-commit  appends events to eight games for ever, printing "GAME SEQ" for
//                                   each once it is durable
//     append DATABASE before-commit the negative control: prints it before, and hangs in a batch

#include <atomic>
#include <cstdio>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

#include "server/store/commit/group_commit.hpp"
#include "server/store/database.hpp"
#include "server/store/tables/accounts/accounts.hpp"
#include "server/store/tables/games/game_log.hpp"
#include "server/store/tables/games/game_summaries.hpp"

namespace tanbo::store {
namespace {

constexpr int games = 8;
constexpr int events_before_hanging = 500;

void acknowledge(GameId game, std::int64_t seq) {
    const std::string line =
        std::to_string(static_cast<std::int64_t>(game)) + " " + std::to_string(seq) + "\n";
    [[maybe_unused]] const ssize_t ignored = ::write(STDOUT_FILENO, line.data(), line.size());
}

// Appends the next event of a game and, once it is stored, queues the one after it.
class Append final : public Job {
public:
    Append(GroupCommit& commits, GameId game, bool is_early)
        : commits_(commits), game_(game), is_early_(is_early) {}

    void run(Transaction& transaction) override {
        static int events = 0;
        seq_ = last_seq(transaction, game_) + 1;
        append_event(transaction, game_,
                     {.seq = seq_,
                      .at = engine::instant_of(seq_),
                      .type = "move",
                      .account = {},
                      .data = "{}"});
        advance_game(
            transaction, game_,
            {.seq = seq_, .ply = seq_, .to_move = {}, .updated_at = engine::instant_of(seq_)});
        if (!is_early_) return;
        acknowledge(game_, seq_);
        if (++events == events_before_hanging) ::pause();
    }
    void committed() noexcept override {
        if (!is_early_) acknowledge(game_, seq_);
        commits_.submit(std::make_unique<Append>(commits_, game_, is_early_));
    }
    void failed(const StorageError& error) noexcept override {
        std::fprintf(stderr, "%s\n", error.what());
    }

private:
    GroupCommit& commits_;
    GameId game_;
    bool is_early_;
    std::int64_t seq_ = 0;
};

std::vector<GameId> prepare(GroupCommit& commits) {
    std::vector<GameId> ids;
    commits.write([&ids](Transaction& transaction) {
        ids = game_ids(transaction, GameId{0}, games);
        if (!ids.empty()) return;
        const NewAccount account{.handle = "a", .handle_key = "a", .password_hash = {}};
        const AccountId creator = create_account(transaction, account).value();
        for (int game = 0; game < games; ++game) {
            NewGame next;
            next.setup = "19x19";
            next.creator = creator;
            ids.push_back(create_game(transaction, next));
        }
    });
    return ids;
}

int run(const std::vector<std::string_view>& arguments) {
    Database database({.path = arguments.at(1)});
    if (arguments[0] == "hold") {
        std::puts("ready");
        std::fflush(stdout);
        ::pause();
    }
    GroupCommit commits(database);
    const bool is_early = arguments.at(2) == "before-commit";
    for (const GameId game : prepare(commits)) {
        commits.submit(std::make_unique<Append>(commits, game, is_early));
    }
    ::pause();
    return 0;
}

}  // namespace
}  // namespace tanbo::store

int main(int count, char** arguments) {
    return tanbo::store::run({arguments + 1, arguments + count});
}
