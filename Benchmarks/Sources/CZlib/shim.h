#ifndef BENCHMARK_CZLIB_SHIM_H
#define BENCHMARK_CZLIB_SHIM_H

#include <zlib.h>

// `inflateInit2` is a macro that passes the version and the size of `z_stream`, which Swift cannot import.
static inline int benchmark_inflateInit(z_stream *stream, int windowBits) {
  return inflateInit2(stream, windowBits);
}

#endif
