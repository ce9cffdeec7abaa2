#include "tests/support/postgres_cluster.hpp"

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <grp.h>
#include <libpq-fe.h>
#include <pwd.h>
#include <stdexcept>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace tanbo::test {
namespace {

constexpr const char* programs = "/usr/lib/postgresql/15/bin/";
constexpr std::chrono::seconds start_within{60};

const passwd* unprivileged() {
    return ::geteuid() == 0 ? ::getpwnam("nobody") : nullptr;
}

std::vector<char*> pointers_to(std::vector<std::string>& words) {
    std::vector<char*> pointers;
    for (std::string& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    return pointers;
}

}  // namespace

PostgresCluster& PostgresCluster::instance() {
    static PostgresCluster cluster;
    return cluster;
}

PostgresCluster::PostgresCluster() {
    std::string name = (std::filesystem::temp_directory_path() / "tanbo-pg-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    folder_ = name;
    if (const passwd* const nobody = unprivileged()) {
        if (::chown(name.c_str(), nobody->pw_uid, nobody->pw_gid) != 0) {
            throw std::runtime_error("nobody can't have " + name);
        }
    }
    run("initdb", {"--no-sync", "--auth=trust", "--username=tanbo", "--encoding=UTF8",
                   "--locale=C.UTF-8", "-D", folder_ / "data"});
    start();
}

PostgresCluster::~PostgresCluster() {
    // At once: what it has not written is thrown away with the rest.
    ::kill(server_, SIGQUIT);
    ::waitpid(server_, nullptr, 0);
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
}

// The child ends with this process, however that ends.
pid_t PostgresCluster::begin(const std::string& program,
                             const std::vector<std::string>& arguments) const {
    std::vector<std::string> words = {programs + program};
    words.insert(words.end(), arguments.begin(), arguments.end());
    const std::vector<char*> pointers = pointers_to(words);
    const std::string log = folder_ / "log";
    const passwd* const user = unprivileged();
    const pid_t child = ::fork();
    if (child != 0) return child;
    const bool is_user =
        user == nullptr || (::setgroups(0, nullptr) == 0 && ::setgid(user->pw_gid) == 0 &&
                            ::setuid(user->pw_uid) == 0);
    ::prctl(PR_SET_PDEATHSIG, SIGQUIT);
    const int out = ::open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0644);
    if (is_user && out >= 0 && ::chdir(folder_.c_str()) == 0) {
        ::dup2(out, STDOUT_FILENO);
        ::dup2(out, STDERR_FILENO);
        ::execv(words.front().c_str(), pointers.data());
    }
    ::_exit(127);
}

void PostgresCluster::run(const std::string& program,
                          const std::vector<std::string>& arguments) const {
    const pid_t child = begin(program, arguments);
    int status = 0;
    if (::waitpid(child, &status, 0) == child && status == 0) return;
    throw std::runtime_error(log());
}

std::string PostgresCluster::log() const {
    std::ifstream file(folder_ / "log");
    return {std::istreambuf_iterator<char>(file), {}};
}

void PostgresCluster::start() {
    server_ = begin("postgres", {"-D", folder_ / "data", "-k", folder_, "-c", "listen_addresses="});
    const auto end = std::chrono::steady_clock::now() + start_within;
    while (!answers()) {
        if (std::chrono::steady_clock::now() > end) throw std::runtime_error(log());
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
}

bool PostgresCluster::answers() const {
    return PQping(words("postgres").c_str()) == PQPING_OK;
}

std::string PostgresCluster::words(const std::string& database) const {
    return "host=" + folder_.string() + " user=tanbo dbname=" + database;
}

std::string PostgresCluster::new_database() {
    return create("template1");
}

std::string PostgresCluster::copy_of(const std::string& words) {
    return create(words.substr(words.rfind('=') + 1));
}

std::string PostgresCluster::create(const std::string& from) {
    const std::string name = "database" + std::to_string(++databases_);
    PGconn* const connection = PQconnectdb(words("postgres").c_str());
    const std::string sql = "CREATE DATABASE " + name + " TEMPLATE " + from;
    PGresult* const result = PQexec(connection, sql.c_str());
    const bool is_made = PQresultStatus(result) == PGRES_COMMAND_OK;
    PQclear(result);
    PQfinish(connection);
    if (!is_made) throw std::runtime_error("no database " + name);
    return words(name);
}

}  // namespace tanbo::test
