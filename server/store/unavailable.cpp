#include "server/store/unavailable.hpp"

#include "server/base/log.hpp"

namespace tanbo::store {

namespace {

constexpr int busy_retry_after_s = 1;
constexpr int restart_retry_after_s = 5;
constexpr int full_retry_after_s = 30;

protocol::Error for_now(protocol::Code code, std::string detail, int retry_after_s) {
    protocol::Error error = protocol::refusal(code, std::move(detail));
    error.retry_after_s = retry_after_s;
    return error;
}

}  // namespace

protocol::Error unavailable(const StorageError& error) {
    using protocol::Code;
    switch (error.fault()) {
        case Fault::busy:
        case Fault::stale:
            return for_now(Code::overloaded, "Too many writes are waiting.", busy_retry_after_s);
        case Fault::full:
            return for_now(Code::storage_unavailable,
                           "The server's disk is full. It can't write right now.",
                           full_retry_after_s);
        case Fault::stopped:
            return for_now(Code::shutting_down, "The server is stopping.", restart_retry_after_s);
        case Fault::unreachable:
        case Fault::unsettled:
            return for_now(Code::storage_unavailable, "The server's database is unreachable.",
                           restart_retry_after_s);
        case Fault::fenced:
        case Fault::locked:
        case Fault::older_nodes:
        case Fault::cannot_open:
        case Fault::foreign_file:
        case Fault::older_schema:
        case Fault::newer_schema:
        case Fault::edited_migration:
        case Fault::migration_failed:
        case Fault::io:
        case Fault::corrupt:
        case Fault::commit_unknown:
            return for_now(Code::storage_unavailable, "The server's storage has failed.",
                           restart_retry_after_s);
        case Fault::constraint:
        case Fault::misuse:
            break;
    }
    base::log::error("storage-job-failed", "a storage job failed",
                     {{"fault", name(error.fault())}, {"detail", error.what()}});
    protocol::Error internal;
    internal.detail = "The server failed. The failure was logged.";
    return internal;
}

}  // namespace tanbo::store
