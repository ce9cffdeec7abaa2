// How many moves the one writer makes durable, by how many share a commit. On the disk that holds
// the temporary folder (TMPDIR).

#include <latch>
#include <memory>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "server/store/commit/group_commit.hpp"
#include "server/store/connection.hpp"
#include "server/store/database.hpp"
#include "server/store/tables/accounts/accounts.hpp"
#include "server/store/tables/games/game_lists.hpp"
#include "server/store/tables/games/game_log.hpp"
#include "server/store/tables/games/game_summaries.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tanbo::store {
namespace {

constexpr int games = 1024;

// As long as a usual move of 19x19.
const std::string move_data =
    R"({"ply":123,"seat":"black","point":"K10","removed":[],"eliminated":[],"to_move":"white",)"
    R"("winner":null,"roots":{"black":7,"white":8}})";

struct Board {
    test::TemporaryFolder folder;
    Database database{DatabaseOptions{.path = folder.path() / "tanbo.db"}};
    std::vector<GameId> ids;
    std::vector<std::int64_t> seqs = std::vector<std::int64_t>(games, 0);

    void prepare(GroupCommit& commits) {
        commits.write([this](Transaction& transaction) {
            const AccountId player =
                create_account(transaction, {.handle = "ada", .handle_key = "ada"}).value();
            for (int game = 0; game < games; ++game) {
                NewGame next;
                next.setup = "19x19";
                next.creator = player;
                next.status = GameStatus::active;
                next.players = {{.seat = 0, .account = player, .state = PlayerState::in},
                                {.seat = 1, .account = player, .state = PlayerState::in}};
                ids.push_back(create_game(transaction, next));
            }
        });
    }
    void move(Transaction& transaction, std::size_t game) {
        const std::int64_t seq = ++seqs[game];
        append_event(
            transaction, ids[game],
            {.seq = seq, .at = engine::instant_of(seq), .type = "move", .data = move_data});
        advance_game(transaction, ids[game],
                     {.seq = seq, .ply = seq, .updated_at = engine::instant_of(seq)});
    }
};

class Move final : public Job {
public:
    Move(Board& board, std::size_t game, std::latch& done)
        : board_(board), game_(game), done_(done) {}

    void run(Transaction& transaction) override { board_.move(transaction, game_); }
    void committed() noexcept override { done_.count_down(); }
    void failed(const StorageError&) noexcept override { std::terminate(); }

private:
    Board& board_;
    std::size_t game_;
    std::latch& done_;
};

// Through the writer thread: so many moves are queued at once, then all are waited for.
void group_commit(benchmark::State& state) {
    const auto batch = static_cast<std::size_t>(state.range(0));
    Board board;
    GroupCommit commits(board.database);
    board.prepare(commits);
    std::size_t next = 0;
    for (auto _ : state) {
        std::latch done(static_cast<std::ptrdiff_t>(batch));
        for (std::size_t move = 0; move < batch; ++move) {
            commits.submit(std::make_unique<Move>(board, next++ % games, done));
        }
        done.wait();
    }
    state.counters["moves"] = benchmark::Counter(
        static_cast<double>(state.iterations() * state.range(0)), benchmark::Counter::kIsRate);
}
BENCHMARK(group_commit)->Arg(1)->Arg(16)->Arg(64)->Arg(256)->UseRealTime();

// The SQL alone in one transaction after the other, with or without a savepoint for each move.
void transactions(benchmark::State& state) {
    Board board;
    {
        GroupCommit commits(board.database);
        board.prepare(commits);
    }
    Connection& writer = board.database.writer();
    std::size_t next = 0;
    for (auto _ : state) {
        writer.begin();
        Transaction transaction(writer);
        for (std::int64_t move = 0; move < state.range(0); ++move) {
            if (state.range(1) != 0) transaction.begin_job();
            board.move(transaction, next++ % games);
            transaction.end_job();
        }
        writer.commit();
        writer.maintain();
    }
    state.counters["commits"] =
        benchmark::Counter(static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
    state.counters["moves"] = benchmark::Counter(
        static_cast<double>(state.iterations() * state.range(0)), benchmark::Counter::kIsRate);
}
BENCHMARK(transactions)
    ->ArgNames({"batch", "savepoints"})
    ->ArgsProduct({{1, 16, 64, 256}, {0, 1}})
    ->UseRealTime();

// A page of 50 out of 1024 games with their players.
void list_page(benchmark::State& state) {
    Board board;
    GroupCommit commits(board.database);
    board.prepare(commits);
    for (auto _ : state) {
        board.database.read([](Reader& reader) {
            const GamesPage page = list_games(reader, {.status = GameStatus::active});
            benchmark::DoNotOptimize(page.games.size());
            return 0;
        });
    }
}
BENCHMARK(list_page)->UseRealTime();

}  // namespace
}  // namespace tanbo::store
