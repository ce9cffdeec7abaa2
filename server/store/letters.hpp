#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/store/ids.hpp"
#include "server/store/transaction.hpp"

// Letters that came by e-mail: stored before the mail server is told that we have them.
namespace tanbo::store {

// What may wait at once; then no more are taken. The mail server keeps them meanwhile.
inline constexpr int waiting_letters_max = 20'000;
// How many of those that were worked through are kept as they came. Of older ones is left what
// tells a copy of them, until letters_kept is over.
inline constexpr int done_letters_max = 100'000;
// How long they are kept: longer than a mail server tries, and longer than a letter may act after
// its Date, which may be a day ahead: so a copy of one that has acted is known as long as it could
// act again.
inline constexpr std::chrono::days letters_kept{9};

struct NewLetter {
    std::string_view sender = {};     // the envelope's return path; empty: the null one
    std::string_view recipient = {};  // of the envelope
    std::string_view raw = {};        // its bytes
    Instant received_at{};
};

struct Letter {
    LetterId id{};
    std::string sender = {};
    std::string recipient = {};
    std::string raw = {};  // empty where it was blanked
    Instant received_at{};
    int attempts = 0;  // that have failed
    // Where it was worked through:
    std::optional<Instant> done_at = {};
    std::optional<std::string> outcome = {};
    std::optional<AccountId> account = {};
    std::optional<std::string> answer = {};  // `message` in the outbox
    std::optional<std::string> answer_data = {};
};

struct LetterOutcome {
    std::string_view outcome = {};  // a word in kebab-case: "acted", "refused", "bounce"
    std::optional<AccountId> account = {};
    std::optional<Digest> fingerprint = {};
    std::optional<std::string_view> answer = {};
    std::optional<std::string_view> answer_data = {};
    std::optional<Digest> refusal = {};  // of a refusal: whom it went to, and what it said
    bool blanks_raw = false;             // it held a password
    Instant done_at{};
};

// Yields the id of the new row.
LetterId insert_letter(Transaction& transaction, const NewLetter& letter);

// False where waiting_letters_max wait.
bool is_room_for_letters(Reader& reader);

// What waits and is due at `now`, the oldest first.
std::vector<Letter> waiting_letters(Reader& reader, Instant now, int limit);

// How many wait, due or not.
std::int64_t waiting_letter_count(Reader& reader);

// When the oldest of them came in; nothing where none waits.
std::optional<Instant> oldest_waiting_letter_at(Reader& reader);

// When the next one is due; nothing where none waits.
std::optional<Instant> next_letter_due_at(Reader& reader);

// The letter, or nothing where there is none with this id.
std::optional<Letter> find_letter(Reader& reader, LetterId id);

// An attempt has failed: it waits until `due_at`.
void postpone_letter(Transaction& transaction, LetterId id, Instant due_at);

// It is not its turn yet: it waits until `due_at`.
void defer_letter(Transaction& transaction, LetterId id, Instant due_at);

// It waits no longer, and what was kept of its commands, to be done once only, goes.
void finish_letter(Transaction& transaction, LetterId id, const LetterOutcome& outcome);

// The first letter of that fingerprint that was worked through.
std::optional<LetterId> find_letter_by_fingerprint(Reader& reader, const Digest& fingerprint);

// How many letters other than `but` had that refusal after `since`; at most `limit`.
int refusal_count(Reader& reader, const Digest& refusal, Instant since, LetterId but, int limit);

// Removes letters worked through before `now` - letters_kept, but those set aside because they
// could not be: those, where they are past done_letters_max. Blanks younger ones past it: without
// them a letter that has acted could be sent on and act again. At most `limit`; yields how many.
int prune_letters(Transaction& transaction, Instant now, int limit);

// The account's letters forget who wrote them and what.
void erase_letters_of(Transaction& transaction, AccountId account);

}  // namespace tanbo::store
