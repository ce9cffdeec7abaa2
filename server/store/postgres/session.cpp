#include "server/store/postgres/session.hpp"

#include <algorithm>
#include <cstdlib>
#include <libpq-fe.h>
#include <optional>
#include <poll.h>
#include <string_view>
#include <sys/socket.h>
#include <utility>

#include "server/store/postgres/address.hpp"
#include "server/store/postgres/error.hpp"

namespace tanbo::store {
namespace {

using SteadyClock = std::chrono::steady_clock;

bool is_error(const pg_result* result) {
    const ExecStatusType status = PQresultStatus(result);
    return status == PGRES_FATAL_ERROR || status == PGRES_BAD_RESPONSE ||
           status == PGRES_NONFATAL_ERROR;
}

// NOTICE and DEBUG say nothing of importance.
void note_warning(void* has_warned, const PGresult* notice) {
    const char* const severity = PQresultErrorField(notice, PG_DIAG_SEVERITY_NONLOCALIZED);
    const std::string_view name = severity == nullptr ? "" : severity;
    if (name == "WARNING" || name == "ERROR" || name == "FATAL" || name == "PANIC") {
        *static_cast<bool*>(has_warned) = true;
    }
}

// For poll(): -1 is for ever.
int milliseconds_until(SteadyClock::time_point end) {
    if (end == SteadyClock::time_point::max()) return -1;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - SteadyClock::now());
    return std::max(0, static_cast<int>(left.count()));
}

// The time of the work itself: an answer that comes this soon was not waited for.
constexpr std::chrono::milliseconds at_once{100};

// Faults that trying again does not mend: who may enter, and where to.
bool is_refused_for_good(std::string_view message) {
    for (const std::string_view word : {"authentication", "does not exist", "pg_hba.conf",
                                        "no password supplied", "permission"}) {
        if (message.find(word) != std::string_view::npos) return true;
    }
    return false;
}

}  // namespace

void FreePostgresResult::operator()(pg_result* result) const noexcept {
    PQclear(result);
}

void PostgresValues::add(const std::string& text) {
    data.push_back(text.c_str());
    lengths.push_back(static_cast<int>(text.size()));
    formats.push_back(0);
}

PostgresSession::PostgresSession(const PostgresAddress& address,
                                 std::chrono::milliseconds answer_within)
    : answer_within_(answer_within) {
    std::vector<const char*> keys;
    std::vector<const char*> values;
    const PostgresHosts::Words words = address.hosts->in_turn(address.words);
    for (const auto& [key, value] : words) {
        keys.push_back(key.c_str());
        values.push_back(value.c_str());
    }
    keys.push_back(nullptr);
    values.push_back(nullptr);
    connection_ = PQconnectdbParams(keys.data(), values.data(), 0);
    if (connection_ == nullptr) throw StorageError(Fault::unreachable, "libpq has no memory.");
    const bool is_ready = PQstatus(connection_) == CONNECTION_OK &&
                          PQsetnonblocking(connection_, 1) == 0 &&
                          PQenterPipelineMode(connection_) == 1;
    if (is_ready) {
        PQsetNoticeReceiver(connection_, note_warning, &has_warned_);
        host_ = address.hosts->found(PQhost(connection_), PQport(connection_));
        return;
    }
    const std::string why = one_line(PQerrorMessage(connection_));
    PQfinish(connection_);
    throw StorageError(is_refused_for_good(why) ? Fault::cannot_open : Fault::unreachable,
                       as_sentence("The database " + address.text + " is unreachable: " + why));
}

PostgresSession::~PostgresSession() {
    PQfinish(connection_);
}

bool PostgresSession::is_lost() const {
    return PQstatus(connection_) != CONNECTION_OK;
}

// Whether there were any of other sessions.
bool PostgresSession::take_notifications() {
    bool is_of_another = false;
    while (PGnotify* const notification = PQnotifies(connection_)) {
        is_of_another = is_of_another || notification->be_pid != process();
        PQfreemem(notification);
    }
    return is_of_another;
}

bool PostgresSession::wait_for_notification(int wake, std::chrono::milliseconds within) {
    const auto end = SteadyClock::now() + within;
    while (!take_notifications()) {
        pollfd watched[] = {{wake, POLLIN, 0}, {PQsocket(connection_), POLLIN, 0}};
        const nfds_t count = is_lost() ? 1 : 2;
        if (::poll(watched, count, milliseconds_until(end)) <= 0 || watched[0].revents != 0) {
            return false;
        }
        PQconsumeInput(connection_);  // if it fails, the session is lost
    }
    return true;
}

bool PostgresSession::is_aborted() const {
    return PQtransactionStatus(connection_) == PQTRANS_INERROR;
}

int PostgresSession::process() const {
    return PQbackendPID(connection_);
}

// libpq then says so of every further call.
void PostgresSession::close() {
    queued_ = 0;
    ::shutdown(PQsocket(connection_), SHUT_RDWR);
    while (PQstatus(connection_) == CONNECTION_OK && PQconsumeInput(connection_) == 1) {
        if (PQisBusy(connection_) == 0) PostgresResult(PQgetResult(connection_)).reset();
    }
}

void PostgresSession::lose(const std::string& why) {
    close();
    throw StorageError(Fault::unreachable, why);
}

void PostgresSession::require_sent(int is_sent, const std::string& what) {
    if (is_sent == 1) return;
    const StorageError error = connection_lost(connection_, what);
    lose(error.what());
}

void PostgresSession::wait(bool for_room, SteadyClock::time_point end) {
    pollfd socket{PQsocket(connection_), POLLIN, 0};
    if (for_room) socket.events |= POLLOUT;
    if (::poll(&socket, 1, milliseconds_until(end)) == 0)
        lose("The database did not answer in time.");
    if (PQconsumeInput(connection_) == 0) lose(connection_lost(connection_, "reading").what());
}

void PostgresSession::flush(SteadyClock::time_point end) {
    int result = 0;
    while ((result = PQflush(connection_)) == 1) wait(true, end);
    if (result < 0) lose(connection_lost(connection_, "sending").what());
}

PostgresResult PostgresSession::next(SteadyClock::time_point end) {
    while (PQisBusy(connection_) != 0) wait(false, end);
    return PostgresResult(PQgetResult(connection_));
}

void PostgresSession::count_wait(SteadyClock::duration time) {
    if (!left_ || time < at_once) return;
    *left_ -= std::min(*left_, std::chrono::ceil<std::chrono::milliseconds>(time));
}

// All results before the mark that ends what was queued, at least one.
std::vector<PostgresResult> PostgresSession::drain(
    const std::string& while_doing, std::optional<std::chrono::milliseconds> within) {
    const bool is_limited = within || answer_within_.count() > 0;
    const auto asked_at = SteadyClock::now();
    const auto end = is_limited ? asked_at + within.value_or(left_.value_or(answer_within_))
                                : SteadyClock::time_point::max();
    require_sent(PQpipelineSync(connection_), while_doing);
    flush(end);
    std::vector<PostgresResult> results;
    results.reserve(std::exchange(queued_, 0));
    ++round_trips_;
    std::optional<StorageError> failure;
    for (;;) {
        PostgresResult result = next(end);
        if (!result) {
            if (is_lost()) lose(connection_lost(connection_, while_doing).what());
            continue;  // it stands between the results of two statements
        }
        if (PQresultStatus(result.get()) == PGRES_PIPELINE_SYNC) break;
        if (is_error(result.get()) && !failure) {
            failure = postgres_error(*result, while_doing);
        }
        results.push_back(std::move(result));
    }
    count_wait(SteadyClock::now() - asked_at);
    if (!failure) return results;
    // Reads go on elsewhere, but nothing that this server writes is of any use.
    if (failure->fault() == Fault::unreachable) lose(failure->what());
    throw *failure;
}

void PostgresSession::queue(const std::string& sql, const PostgresValues& values) {
    require_sent(
        PQsendQueryParams(connection_, sql.c_str(), static_cast<int>(values.data.size()), nullptr,
                          values.data.data(), values.lengths.data(), values.formats.data(), 0),
        sql);
    ++queued_;
}

void PostgresSession::queue_prepared(const std::string& name, const PostgresValues& values) {
    require_sent(
        PQsendQueryPrepared(connection_, name.c_str(), static_cast<int>(values.data.size()),
                            values.data.data(), values.lengths.data(), values.formats.data(), 0),
        name);
    ++queued_;
}

PostgresResult PostgresSession::ask(const std::string& sql, const PostgresValues& values,
                                    std::optional<std::chrono::milliseconds> within) {
    queue(sql, values);
    return std::move(drain("executing \"" + sql + "\"", within).back());
}

PostgresResult PostgresSession::ask_prepared(const std::string& name, const PostgresValues& values,
                                             const std::string& while_doing) {
    queue_prepared(name, values);
    return std::move(drain(while_doing).back());
}

void PostgresSession::finish() {
    finish_all();
}

std::vector<PostgresResult> PostgresSession::finish_all() {
    if (queued_ == 0) return {};
    return drain("executing what was queued");
}

void PostgresSession::prepare(const std::string& name, const std::string& sql) {
    require_sent(PQsendPrepare(connection_, name.c_str(), sql.c_str(), 0, nullptr), sql);
    drain("preparing \"" + sql + "\"");
}

PostgresResult PostgresSession::describe(const std::string& name) {
    require_sent(PQsendDescribePrepared(connection_, name.c_str()), name);
    return std::move(drain("describing " + name).back());
}

pg_conn* PostgresSession::begin_plain() {
    if (PQexitPipelineMode(connection_) != 1 || PQsetnonblocking(connection_, 0) != 0) {
        throw StorageError(Fault::misuse, "A script ran between a query and its result.");
    }
    return connection_;
}

void PostgresSession::end_plain() {
    PQsetnonblocking(connection_, 1);
    PQenterPipelineMode(connection_);
}

void PostgresSession::transact(const std::function<void()>& work, const StorageError& unconfirmed) {
    ask("BEGIN");
    try {
        work();
        take_warning();
        ask("COMMIT");
    } catch (const StorageError&) {
        if (!is_lost()) ask("ROLLBACK");
        throw;
    }
    if (take_warning()) throw unconfirmed;
}

void PostgresSession::script(const std::string& sql) {
    const PostgresResult result(PQexec(begin_plain(), sql.c_str()));
    end_plain();
    if (is_error(result.get())) throw postgres_error(*result, "executing a script");
}

std::int64_t integer_at(const PostgresResult& rows, int row, int column) {
    return std::atoll(PQgetvalue(rows.get(), row, column));
}

PostgresResult ask_with(PostgresSession& session, const std::string& sql,
                        const std::vector<std::string>& texts) {
    PostgresValues values;
    for (const std::string& text : texts) values.add(text);
    return session.ask(sql, values);
}

}  // namespace tanbo::store
