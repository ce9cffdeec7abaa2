#include "server/mail/mime/timed_stream.hpp"

#include <algorithm>

namespace tanbo::mail::mime {

namespace {

// GObject's way of deriving: the base first, zeroed memory, functions in the class.
struct TimedStream {
    GMimeStream base;
    TimedBytes* bytes;
};

struct TimedStreamClass {
    GMimeStreamClass base;
};

TimedBytes& bytes_of(GMimeStream* stream) {
    return *reinterpret_cast<TimedStream*>(stream)->bytes;
}

ssize_t read_stream(GMimeStream* stream, char* buffer, std::size_t size) {
    TimedBytes& bytes = bytes_of(stream);
    bytes.is_late = bytes.is_late || bytes.deadline.is_past();
    if (bytes.is_late) return -1;
    const std::size_t given = bytes.rest.copy(buffer, size);
    bytes.rest.remove_prefix(given);
    stream->position += static_cast<gint64>(given);
    return static_cast<ssize_t>(given);
}

gboolean is_stream_over(GMimeStream* stream) {
    const TimedBytes& bytes = bytes_of(stream);
    return bytes.is_late || bytes.rest.empty() ? TRUE : FALSE;
}

gint64 stream_position(GMimeStream* stream) {
    return stream->position;
}

gint64 no_seek(GMimeStream*, gint64, GMimeSeekWhence) {
    return -1;
}

gint64 no_length(GMimeStream*) {
    return -1;
}

void describe_class(gpointer type_class, gpointer) {
    auto* const stream_class = static_cast<GMimeStreamClass*>(type_class);
    stream_class->read = read_stream;
    stream_class->eos = is_stream_over;
    stream_class->tell = stream_position;
    stream_class->seek = no_seek;
    stream_class->length = no_length;
}

GType stream_type() {
    static const GType type = g_type_register_static_simple(
        GMIME_TYPE_STREAM, "TanboTimedStream", sizeof(TimedStreamClass), describe_class,
        sizeof(TimedStream), nullptr, GTypeFlags{});
    return type;
}

}  // namespace

GObjectPtr<GMimeStream> timed_stream(TimedBytes& bytes) {
    gmime_options();
    auto* const stream = static_cast<TimedStream*>(g_object_new(stream_type(), nullptr));
    stream->bytes = &bytes;
    g_mime_stream_construct(&stream->base, 0, -1);
    return GObjectPtr<GMimeStream>(&stream->base);
}

}  // namespace tanbo::mail::mime
