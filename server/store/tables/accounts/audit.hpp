#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/store/ids.hpp"
#include "server/store/tables/messages/chat.hpp"

// Acts of administrators.
namespace tanbo::store {

inline constexpr int audit_page_max = 200;

struct NewAuditEntry {
    Instant at{};
    std::optional<AccountId> actor = {};  // nothing: the shell
    std::string act = {};
    std::optional<AccountId> account = {};
    std::optional<GameId> game = {};
    std::optional<ChatMessageId> message = {};
    std::string reason = {};
    std::string details = "{}";  // a JSON object
};

struct AuditEntry {
    AuditId id{};
    Instant at{};
    std::optional<std::string> actor = {};  // handles
    std::string act = {};
    std::optional<std::string> account = {};
    std::optional<GameId> game = {};
    std::optional<ChatMessageId> message = {};
    std::string reason = {};
    std::string details = {};
};

// An entry is never changed or deleted.
AuditId insert_audit(Transaction& transaction, const NewAuditEntry& entry);

// Nothing if there is none.
std::optional<AuditEntry> find_audit(Reader& reader, AuditId id);

// All acts, those to an account, or those in a game.
struct AuditQuery {
    std::optional<AccountId> account = {};
    std::optional<GameId> game = {};  // at most one of the two
    std::optional<AuditId> before = {};
    int limit = 50;  // 1 to audit_page_max
};

struct AuditPage {
    std::vector<AuditEntry> entries = {};  // newest first
    std::optional<AuditId> next = {};
};

// Cost: a walk along one index.
AuditPage list_audit(Reader& reader, const AuditQuery& query);

}  // namespace tanbo::store
