#include "server/storage/transaction.hpp"

#include "server/storage/connection.hpp"

namespace tanbo::storage {

Query Reader::read(const Sql& sql) {
    return connection_.query(sql);
}

Query Transaction::write(const Sql& sql) {
    if (job_ == Job::clean) {
        connection_.ask("SAVEPOINT job").run();
        job_ = Job::changed;
    }
    wrote_ = true;
    return connection_.query(sql);
}

void Transaction::overwrite_freed(bool overwrites) {
    connection_.overwrite_freed(overwrites);
}

void Transaction::begin_job() {
    job_ = Job::clean;
    announced_before_ = announcements_.size();
    locked_accounts_.clear();
    locked_games_.clear();
}

void Transaction::undo() {
    if (job_ == Job::changed) connection_.ask("ROLLBACK TO job").run();
    announcements_.resize(announced_before_);
}

void Transaction::end_job() {
    if (job_ == Job::changed) connection_.ask("RELEASE job").run();
    job_ = Job::none;
}

void Transaction::undo_job() {
    undo();
    if (job_ == Job::changed) connection_.ask("RELEASE job").run();
    job_ = Job::none;
}

}  // namespace tanbo::storage
