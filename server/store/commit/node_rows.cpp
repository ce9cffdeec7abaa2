#include "server/store/commit/node_rows.hpp"

#include "server/store/database.hpp"
#include "server/store/postgres/connection.hpp"
#include "server/store/postgres/nodes.hpp"

namespace tanbo::store {

struct NodeRows::State {
    explicit State(const DatabaseOptions& options)
        : connection(*options.postgres), row(options.node) {}

    PostgresSession& session() {
        if (connection.session().is_lost()) connection.reach();
        return connection.session();
    }

    PostgresConnection connection;
    NodeRow row;
};

NodeRows::NodeRows(const DatabaseOptions& options, const std::string& version)
    : state_(std::make_unique<State>(options)) {
    state_->row.begin_epoch(state_->session(), version);
}

NodeRows::~NodeRows() = default;

NodeRows::NodeRows(NodeRows&&) noexcept = default;

void NodeRows::renew() {
    state_->row.renew(state_->session());
}

std::vector<std::string> NodeRows::take_leases(const std::vector<std::string>& names,
                                               std::chrono::milliseconds time) {
    return state_->row.take_leases(state_->session(), names, time);
}

void NodeRows::release_leases() {
    state_->row.release_leases(state_->session());
}

void NodeRows::leave() {
    state_->row.leave(state_->session());
}

std::vector<std::int64_t> NodeRows::alive(std::chrono::milliseconds within) {
    return state_->row.alive(state_->session(), within);
}

engine::Instant NodeRows::database_time() {
    return store::database_time(state_->session());
}

}  // namespace tanbo::store
