#include "server/store/error.hpp"

namespace tanbo::store {

std::string_view name(Fault fault) {
    switch (fault) {
        case Fault::busy:
            return "busy";
        case Fault::full:
            return "full";
        case Fault::stale:
            return "stale";
        case Fault::constraint:
            return "constraint";
        case Fault::locked:
            return "locked";
        case Fault::older_nodes:
            return "older-nodes";
        case Fault::cannot_open:
            return "cannot-open";
        case Fault::foreign_file:
            return "foreign-file";
        case Fault::older_schema:
            return "older-schema";
        case Fault::newer_schema:
            return "newer-schema";
        case Fault::edited_migration:
            return "edited-migration";
        case Fault::migration_failed:
            return "migration-failed";
        case Fault::io:
            return "io";
        case Fault::corrupt:
            return "corrupt";
        case Fault::commit_unknown:
            return "commit-unknown";
        case Fault::fenced:
            return "fenced";
        case Fault::unreachable:
            return "unreachable";
        case Fault::unsettled:
            return "unsettled";
        case Fault::misuse:
            return "misuse";
        case Fault::stopped:
            return "stopped";
    }
    return "unknown";
}

bool is_fatal(Fault fault) {
    return fault == Fault::io || fault == Fault::corrupt || fault == Fault::commit_unknown ||
           fault == Fault::fenced;
}

}  // namespace tanbo::store
