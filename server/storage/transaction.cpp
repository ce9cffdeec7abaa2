#include "server/storage/transaction.hpp"

#include "server/storage/connection.hpp"

namespace tanbo::storage {

Query Reader::read(std::string_view sql) {
    return connection_.query(sql);
}

Query Transaction::write(std::string_view sql) {
    if (job_ == Job::clean) {
        connection_.query("SAVEPOINT job").run();
        job_ = Job::changed;
    }
    wrote_ = true;
    return connection_.query(sql);
}

void Transaction::begin_job() {
    job_ = Job::clean;
    announced_before_ = announcements_.size();
}

void Transaction::undo() {
    if (job_ == Job::changed) connection_.query("ROLLBACK TO job").run();
    announcements_.resize(announced_before_);
}

void Transaction::end_job() {
    if (job_ == Job::changed) connection_.query("RELEASE job").run();
    job_ = Job::none;
}

void Transaction::undo_job() {
    undo();
    if (job_ == Job::changed) connection_.query("RELEASE job").run();
    job_ = Job::none;
}

}  // namespace tanbo::storage
