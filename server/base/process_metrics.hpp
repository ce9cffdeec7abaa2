#pragma once

#include <string>

namespace tanbo::base {

// The process's own figures under the names that Prometheus's clients give them: process_cpu_...,
// process_resident_memory_bytes and others, in the form of Metrics::text(). A figure that the
// system doesn't give is left out. Cost: reads of a few files of /proc. Thread: any that may block.
// Source: Prometheus, "Writing client libraries", Process metrics.
std::string process_metrics_text();

}  // namespace tanbo::base
