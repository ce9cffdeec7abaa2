#pragma once

#include <cstdint>
#include <libpq-fe.h>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "server/store/error.hpp"
#include "server/store/postgres/connection.hpp"
#include "server/store/postgres/migrations.hpp"
#include "server/store/sql.hpp"
#include "server/store/statement.hpp"
#include "tests/support/postgres_cluster.hpp"

namespace tanbo::store {

inline const Sql insert_secret = "INSERT INTO secrets (name, value, created_at) VALUES (?1, ?2, 0)";
// But for the mark that a new database begins with.
inline const Sql count_secrets = "SELECT count(*) FROM secrets WHERE name <> 'epoch-over'";
inline const Sql end_process = "SELECT pg_terminate_backend(CAST(?1 AS INTEGER))";

// A connection that looks at a database from beside those that are tested.
class PostgresConnectionTest : public testing::Test {
protected:
    // One that is up to date, made once.
    static std::string new_database() {
        static const std::string model = [] {
            const std::string words = test::PostgresCluster::instance().new_database();
            PostgresConnection connection(parse_postgres_address(words));
            migrate_postgres(connection.session(), plan_postgres(connection.session(), words));
            return words;
        }();
        return test::PostgresCluster::instance().copy_of(model);
    }

    static std::unique_ptr<PostgresConnection> writer_through(const std::string& words) {
        auto connection = std::make_unique<PostgresConnection>(parse_postgres_address(words));
        connection->lock_database();
        connection->take_row(1, 0);
        return connection;
    }
    static void insert(Connection& connection, const std::string& name) {
        Query(connection.prepared(insert_secret)).run(name, std::vector<std::uint8_t>{1});
    }
    std::int64_t count() {
        Query query(other.prepared(count_secrets));
        return query.step() ? query.integer(0) : -1;
    }
    static std::int64_t count_through(PostgresConnection& reader) {
        reader.begin_reading();
        Query query(reader.prepared(count_secrets));
        const std::int64_t found = query.step() ? query.integer(0) : -1;
        reader.rollback();
        return found;
    }
    std::int64_t count_of(const std::string& sessions) {
        return integer_at(
            other.session().ask("SELECT count(*) FROM pg_stat_activity WHERE " + sessions), 0, 0);
    }
    // Whether what was unsettled was found, when the database was reached.
    static bool reach_at_last(PostgresConnection& connection) {
        for (;;) {
            try {
                return connection.reach();
            } catch (const StorageError& error) {
                if (is_fatal(error.fault())) throw;
            }
        }
    }
    void end(PostgresConnection& connection) {
        Query query(other.prepared(end_process));
        query.bind(connection.session().process()).step();
    }
    template <class Closure>
    static Fault fault_of(const Closure& closure) {
        try {
            closure();
        } catch (const StorageError& error) {
            return error.fault();
        }
        ADD_FAILURE() << "no StorageError was thrown";
        return Fault::misuse;
    }

    std::string words = new_database();
    PostgresConnection other{parse_postgres_address(words), no_limits};
};

// A standby that COMMIT waits for, and that is away.
class AbsentStandby {
public:
    explicit AbsentStandby(PostgresSession& session) : session_(session) { set("nobody"); }
    ~AbsentStandby() { set(""); }
    AbsentStandby(const AbsentStandby&) = delete;
    AbsentStandby& operator=(const AbsentStandby&) = delete;

private:
    void set(const std::string& name) {
        session_.ask("ALTER SYSTEM SET synchronous_standby_names = '" + name + "'");
        session_.ask("SELECT pg_reload_conf()");
        for (;;) {
            const PostgresResult names = session_.ask("SHOW synchronous_standby_names");
            if (PQgetvalue(names.get(), 0, 0) == name) break;
        }
        // Whether a COMMIT waits is told by the checkpointer, which reads the settings first.
        session_.ask("CHECKPOINT");
    }

    PostgresSession& session_;
};

}  // namespace tanbo::store
