#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "protocol/json/epoch.hpp"
#include "server/store/ids.hpp"
#include "server/store/tables/accounts/secrets.hpp"
#include "server/store/transaction.hpp"

namespace tanbo::store {

using protocol::Epoch;

// So many of the newest are kept, with those before them as one.
inline constexpr std::size_t epochs_kept_max = 64;

// The version of a schema from which on both engines have secrets.
inline constexpr int epochs_version_min = 17;

// The epochs of a database. Whatever puts an older state in service (`tanbod restore`, `reopen`),
// and every backup of SQLite's file, leaves a mark: the next opening draws a new epoch. A start, a
// migration or a copy to the other engine draws none. It is kept among the
// secrets, which every version of the schema has: a backup of any version can be marked.
class Epochs {
public:
    struct Begin {
        Epoch epoch{};
        Instant at{};  // of its drawing
        bool operator==(const Begin&) const = default;
    };

    Epochs() = default;
    explicit Epochs(std::vector<Begin> begins) : begins_(std::move(begins)) {}

    // For what others keep, and bring back or compare: tokens, names of mails, cursors, validators.
    Epoch present() const;
    // When the present one began; Instant::min() for the first that a database has.
    Instant since() const;
    // With which a place in a stream is told from the same number of another epoch; empty if the
    // database has had no other.
    std::string place_tag() const;
    // The epoch in which a row was made that is still there: for what goes on with it, as the key
    // of a webhook does.
    Epoch at(Instant made_at) const;

    const std::vector<Begin>& begins() const { return begins_; }

private:
    std::vector<Begin> begins_;  // oldest first; before them there was first_epoch
};

// Throws (all of them): StorageError.
Epochs read_epochs(Reader& reader);

// Draws a new epoch if there is a mark, and takes the mark away. Another node may do so meanwhile:
// one of them draws, and both know the same. Returns what holds then.
Epochs settle_epochs(Connection& writer, Instant now);

// The epochs with one more.
Epochs with_epoch(const Epochs& epochs, Epochs::Begin begin);

// As they are kept.
Secret encode_epochs(const Epochs& epochs);
Epochs decode_epochs(std::span<const std::uint8_t> bytes);

// Which rows of secrets are about epochs, and what deletes them: what is copied brings its own.
extern const char* const is_of_epochs;
extern const char* const forget_epochs;

// The statement that leaves the mark, of SQLite and of PostgreSQL. To repeat it does nothing.
extern const char* const mark_epoch_over_sqlite;
extern const char* const mark_epoch_over_postgres;

}  // namespace tanbo::store
