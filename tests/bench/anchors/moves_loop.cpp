// The most that moves by HTTP can reach on this stack: the bare HTTP loop on one thread before the
// plain store on another, and no rules, tokens or watchers. At most half of the games are in one
// transaction, and the other half's requests are read meanwhile: on a disk a fifth faster.
//
//     tanbo_bench_moves_loop PORT_FILE BODY_BYTES FOLDER
//
// Writes its port into the file, and serves until it is ended. Each request is a move.
#include <array>
#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <exception>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <boost/asio/any_completion_handler.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "tests/bench/anchors/bare_http.hpp"
#include "tests/bench/anchors/plain_store.hpp"

namespace {

namespace asio = boost::asio;
using tanbo::bench::PlainStore;

constexpr std::size_t batch_max = PlainStore::games / 2;

class Writer {
public:
    Writer(asio::io_context& context, const std::string& folder)
        : context_(context), store_(folder), thread_([this] { work(); }) {}

    // Completes when the game's next move is on the disk. Thread: the context's.
    asio::awaitable<void> store_move(int game) {
        const auto start = [this, game](auto handler) { put({game, std::move(handler)}); };
        co_await asio::async_initiate<decltype(asio::use_awaitable), void()>(start,
                                                                             asio::use_awaitable);
    }

private:
    struct Move {
        int game;
        asio::any_completion_handler<void()> stored;
    };

    void put(Move move) {
        const std::scoped_lock lock(mutex_);
        waiting_.push_back(std::move(move));
        if (waiting_.size() == 1) has_moves_.notify_one();
    }

    std::vector<Move> take() {
        std::unique_lock lock(mutex_);
        has_moves_.wait(lock, [this] { return !waiting_.empty(); });
        std::vector<Move> taken;
        while (!waiting_.empty() && taken.size() < batch_max) {
            taken.push_back(std::move(waiting_.front()));
            waiting_.pop_front();
        }
        return taken;
    }

    void work() {
        try {
            while (true) commit(take());
        } catch (const std::exception& error) {
            std::fprintf(stderr, "%s\n", error.what());
            std::_Exit(1);
        }
    }

    void commit(std::vector<Move> moves) {
        store_.begin();
        for (const Move& move : moves) {
            store_.store(move.game, ++seqs_.at(static_cast<std::size_t>(move.game)));
        }
        store_.commit();
        asio::post(context_, [moves = std::move(moves)]() mutable {
            for (Move& move : moves) std::move(move.stored)();
        });
    }

    asio::io_context& context_;
    PlainStore store_;
    std::array<std::int64_t, PlainStore::games> seqs_{};
    std::mutex mutex_;
    std::condition_variable has_moves_;
    std::deque<Move> waiting_;
    std::jthread thread_;
};

}  // namespace

int main(int argc, char** argv) {
    if (argc != 4) {
        std::fputs("usage: tanbo_bench_moves_loop PORT_FILE BODY_BYTES FOLDER\n", stderr);
        return 2;
    }
    try {
        asio::io_context context(1);
        Writer writer(context, argv[3]);
        tanbo::bench::serve_bare(context, argv[1], std::stoul(argv[2]), [&writer](int connection) {
            return writer.store_move(connection % PlainStore::games);
        });
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    return 0;
}
