#include "server/app/readiness.hpp"

#include <memory>
#include <utility>
#include <vector>

#include "server/base/threads/one_shot.hpp"
#include "server/cluster/change_log_reader.hpp"
#include "server/cluster/membership.hpp"
#include "server/store/store.hpp"
#include "server/store/tables/games/downtimes.hpp"

namespace tanbo::app {
namespace {

constexpr std::uintmax_t free_bytes_min = std::uintmax_t{16} * 1024 * 1024;

using ProbeAnswer = base::OneShot<std::optional<std::string>>;

// Goes through a writer and reads a row: a database elsewhere has to answer.
class Probe final : public store::Job {
public:
    explicit Probe(ProbeAnswer answer) : answer_(std::move(answer)) {}

    void run(store::Transaction& transaction) override { store::last_heartbeat(transaction); }
    void committed() noexcept override { answer_.set(std::nullopt); }
    void failed(const store::StorageError& error) noexcept override {
        answer_.set("The database is not writable: " + std::string(store::name(error.fault())) +
                    ".");
    }

private:
    ProbeAnswer answer_;
};

}  // namespace

Readiness::Readiness(store::Store& store, std::filesystem::path database,
                     const std::atomic<bool>& is_draining)
    : store_(store),
      folder_(database.empty() ? database : std::filesystem::absolute(database).parent_path()),
      is_draining_(is_draining) {}

bool Readiness::is_full() const {
    if (folder_.empty()) return false;
    std::error_code error;
    const auto space = std::filesystem::space(folder_, error);
    return !error && space.available < free_bytes_min;
}

base::Awaitable<std::optional<std::string>> Readiness::reason() const {
    if (is_draining_) co_return "The server is shutting down.";
    if (is_full()) co_return "The disk of the database is full.";
    if (change_log_ != nullptr && change_log_->age() > cluster::change_log_age_max) {
        co_return "This node can't read the changes of other nodes.";
    }
    if (membership_ != nullptr && !membership_->is_clock_right()) {
        co_return "The clock differs from the database's by more than 250 ms.";
    }
    const base::Executor executor = co_await boost::asio::this_coro::executor;
    std::vector<ProbeAnswer> answers;
    for (int lane = 0; lane < store_.lanes(); ++lane) {
        answers.emplace_back(executor);
        store_.submit(std::make_unique<Probe>(answers.back()), lane);
    }
    for (const ProbeAnswer& answer : answers) {
        const auto reason = co_await answer.wait();
        if (reason) co_return reason;
    }
    co_return std::nullopt;
}

}  // namespace tanbo::app
