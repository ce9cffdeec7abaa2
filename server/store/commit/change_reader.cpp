#include "server/store/commit/change_reader.hpp"

#include <cstdint>

#include "server/store/database.hpp"
#include "server/store/postgres/changes.hpp"
#include "server/store/postgres/connection.hpp"

namespace tanbo::store {

struct ChangeReader::State {
    State(const PostgresAddress& address, std::int64_t node)
        : connection(address), window(connection.session(), node) {
        connection.confirm();
        listen_for_changes(connection.session());
    }

    PostgresSession& session() {
        if (connection.session().is_lost()) {
            connection.reach();
            listen_for_changes(connection.session());
        }
        return connection.session();
    }

    PostgresConnection connection;
    ChangeWindow window;
};

ChangeReader::ChangeReader(const DatabaseOptions& options)
    : state_(std::make_unique<State>(*options.postgres, options.node)) {}

ChangeReader::~ChangeReader() = default;

ChangeReader::ChangeReader(ChangeReader&&) noexcept = default;

std::vector<Change> ChangeReader::read() {
    return state_->window.read(state_->session());
}

std::chrono::milliseconds ChangeReader::lag() const {
    return state_->window.lag();
}

bool ChangeReader::wait(int wake, std::chrono::milliseconds within) {
    return state_->connection.session().wait_for_notification(wake, within);
}

void ChangeReader::notify() {
    ring_for_changes(state_->session());
}

void ChangeReader::prune() {
    prune_changes(state_->session());
}

}  // namespace tanbo::store
