#pragma once

#include <gmime/gmime.h>
#include <memory>

// Ownership of GMime's objects.
namespace tanbo::mail::mime {

struct GObjectRelease {
    void operator()(gpointer object) const { g_object_unref(object); }
};
template <class T>
using GObjectPtr = std::unique_ptr<T, GObjectRelease>;

struct GStringRelease {
    void operator()(char* text) const { g_free(text); }
};
using GStringPtr = std::unique_ptr<char, GStringRelease>;

// Starts GMime at the first call, and is the options that it reads with: leniently, as mail is.
// Thread: any.
GMimeParserOptions* gmime_options();

}  // namespace tanbo::mail::mime
