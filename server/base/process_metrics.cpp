#include "server/base/process_metrics.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string_view>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>

namespace tanbo::base {
namespace {

void append(std::string& out, std::string_view name, std::string_view type, std::string_view help,
            double value) {
    fmt::format_to(std::back_inserter(out), "# HELP {} {}\n# TYPE {} {}\n{} {}\n", name, help, name,
                   type, name, value);
}

double seconds_of(const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

// The words of /proc/self/stat behind the program's name, which may have spaces: the first of them
// is the third field. Source: proc(5).
std::vector<std::string> stat_fields() {
    std::ifstream file("/proc/self/stat");
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const std::size_t name_end = text.rfind(')');
    if (name_end == std::string::npos) return {};
    std::istringstream rest(text.substr(name_end + 1));
    return {std::istream_iterator<std::string>(rest), {}};
}

// The system's start in seconds since 1970; 0 if it isn't told.
double boot_seconds() {
    std::ifstream file("/proc/stat");
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with("btime ")) return std::stod(line.substr(6));
    }
    return 0;
}

void append_memory_and_start(std::string& out) {
    constexpr std::size_t starttime = 19;  // field 22
    constexpr std::size_t vsize = 20;
    constexpr std::size_t rss = 21;
    const std::vector<std::string> fields = stat_fields();
    if (fields.size() <= rss) return;
    append(out, "process_virtual_memory_bytes", "gauge", "Virtual memory size.",
           std::stod(fields[vsize]));
    append(out, "process_resident_memory_bytes", "gauge", "Resident memory size.",
           std::stod(fields[rss]) * static_cast<double>(::sysconf(_SC_PAGESIZE)));
    const double boot = boot_seconds();
    if (boot == 0) return;
    append(out, "process_start_time_seconds", "gauge",
           "Start time of the process since the Unix epoch.",
           boot + std::stod(fields[starttime]) / static_cast<double>(::sysconf(_SC_CLK_TCK)));
}

void append_descriptors(std::string& out) {
    std::error_code error;
    const std::filesystem::directory_iterator open("/proc/self/fd", error);
    if (!error) {
        // The folder itself is open meanwhile.
        append(out, "process_open_fds", "gauge", "Open file descriptors.",
               static_cast<double>(std::distance(begin(open), end(open)) - 1));
    }
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        append(out, "process_max_fds", "gauge", "Maximum number of open file descriptors.",
               static_cast<double>(limit.rlim_cur));
    }
}

}  // namespace

std::string process_metrics_text() {
    std::string out;
    rusage usage{};
    if (::getrusage(RUSAGE_SELF, &usage) == 0) {
        append(out, "process_cpu_seconds_total", "counter", "User and system CPU time spent.",
               seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime));
    }
    append_memory_and_start(out);
    append_descriptors(out);
    return out;
}

}  // namespace tanbo::base
