#pragma once

#include <filesystem>
#include <string>
#include <sys/types.h>
#include <vector>

namespace tanbo::test {

// A PostgreSQL of the test program's own: Debian's, in a folder that goes with it, reached by a
// socket. It starts with the first test that asks for it. PostgreSQL refuses to run as root, so
// root's runs as an unprivileged user. tests/postgres/cluster.py is the same for Python.
class PostgresCluster {
public:
    static PostgresCluster& instance();

    ~PostgresCluster();
    PostgresCluster(const PostgresCluster&) = delete;
    PostgresCluster& operator=(const PostgresCluster&) = delete;

    // A new database, empty or a copy of another one without connections: what stands behind
    // "postgres:" in an address.
    std::string new_database();
    std::string copy_of(const std::string& words);

private:
    PostgresCluster();

    void start();

    pid_t begin(const std::string& program, const std::vector<std::string>& arguments) const;
    void run(const std::string& program, const std::vector<std::string>& arguments) const;
    std::string create(const std::string& from);
    std::string words(const std::string& database) const;
    bool answers() const;
    std::string log() const;

    std::filesystem::path folder_;
    pid_t server_ = -1;
    int databases_ = 0;
};

}  // namespace tanbo::test
