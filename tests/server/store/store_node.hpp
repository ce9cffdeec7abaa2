#pragma once

#include <functional>
#include <utility>

#include "server/store/store.hpp"

namespace tanbo::store {

// One of two nodes over one database, each with a writer of its own.
struct StoreNode {
    explicit StoreNode(DatabaseOptions options)
        : database(std::move(options)), writer(database), store(database, writer) {}
    ~StoreNode() { writer.stop(); }
    StoreNode(const StoreNode&) = delete;
    StoreNode& operator=(const StoreNode&) = delete;

    // Two writers of one file may wait for each other longer than SQLite lets them.
    void write(const std::function<void(Transaction&)>& work) {
        constexpr int tries_max = 100;
        for (int tries = 1;; ++tries) {
            try {
                return writer.write(work);
            } catch (const StorageError& error) {
                if (error.fault() != Fault::busy || tries == tries_max) throw;
            }
        }
    }

    Database database;
    GroupCommit writer;
    Store store;
};

}  // namespace tanbo::store
