#ifndef WHYREDRAW_CZLIB_SHIM_H
#define WHYREDRAW_CZLIB_SHIM_H

#include <stddef.h>
#include <stdint.h>
#include <zlib.h>

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>
#endif

// `inflateInit2` is a macro that passes the version and the size of `z_stream`, which Swift cannot import.
static inline int whyredraw_inflateInit(z_stream *stream, int windowBits) {
  return inflateInit2(stream, windowBits);
}

#if defined(__x86_64__)
/// Whether this processor multiplies without carry. Asked once: on a virtual machine each `cpuid` takes some microseconds.
static inline int whyredraw_multipliesWithoutCarry(void) {
  static int answer = -1;
  int known = __atomic_load_n(&answer, __ATOMIC_RELAXED);
  if (known < 0) {
    unsigned a, b, c = 0, d;
    const unsigned needed = bit_PCLMUL | bit_SSE4_1;
    known = __get_cpuid(1, &a, &b, &c, &d) && (c & needed) == needed;
    __atomic_store_n(&answer, known, __ATOMIC_RELAXED);
  }
  return known;
}

/// What 128 bits stand for when so many more bits follow, as the two factors say, and those bits themselves.
__attribute__((target("pclmul,sse4.1")))
static inline __m128i whyredraw_fold(__m128i bits, __m128i factors, __m128i following) {
  const __m128i low = _mm_clmulepi64_si128(bits, factors, 0x00);
  const __m128i high = _mm_clmulepi64_si128(bits, factors, 0x11);
  return _mm_xor_si128(_mm_xor_si128(low, high), following);
}

/// The remainder of 64 bytes or more, a multiple of 16, from the inverted check of what came before.
///
/// Source: V. Gopal and others, Fast CRC Computation for Generic Polynomials Using PCLMULQDQ Instruction, Intel 2009; the
/// factors are those of its section for the reflected polynomial of gzip.
__attribute__((target("pclmul,sse4.1")))
static inline uint32_t whyredraw_remainder(uint32_t remainder, const uint8_t *bytes, size_t count) {
  const __m128i bySixtyFour = _mm_set_epi64x(0x01c6e41596, 0x0154442bd4);
  const __m128i bySixteen = _mm_set_epi64x(0x00ccaa009e, 0x01751997d0);
  const __m128i toSixtyFourBits = _mm_set_epi64x(0, 0x0163cd6124);
  const __m128i polynomial = _mm_set_epi64x(0x01f7011641, 0x01db710641);
  const __m128i lowWords = _mm_set_epi32(0, ~0, 0, ~0);
  const __m128i *part = (const __m128i *)bytes;
  __m128i first = _mm_xor_si128(_mm_loadu_si128(part), _mm_cvtsi32_si128((int)remainder));
  __m128i second = _mm_loadu_si128(part + 1);
  __m128i third = _mm_loadu_si128(part + 2);
  __m128i fourth = _mm_loadu_si128(part + 3);
  for (part += 4, count -= 64; count >= 64; part += 4, count -= 64) {
    first = whyredraw_fold(first, bySixtyFour, _mm_loadu_si128(part));
    second = whyredraw_fold(second, bySixtyFour, _mm_loadu_si128(part + 1));
    third = whyredraw_fold(third, bySixtyFour, _mm_loadu_si128(part + 2));
    fourth = whyredraw_fold(fourth, bySixtyFour, _mm_loadu_si128(part + 3));
  }
  __m128i all = whyredraw_fold(first, bySixteen, second);
  all = whyredraw_fold(all, bySixteen, third);
  all = whyredraw_fold(all, bySixteen, fourth);
  for (; count >= 16; part += 1, count -= 16) all = whyredraw_fold(all, bySixteen, _mm_loadu_si128(part));
  // 128 bits become 96, then 64.
  all = _mm_xor_si128(_mm_srli_si128(all, 8), _mm_clmulepi64_si128(all, bySixteen, 0x10));
  all = _mm_xor_si128(
      _mm_srli_si128(all, 4), _mm_clmulepi64_si128(_mm_and_si128(all, lowWords), toSixtyFourBits, 0x00));
  // Barrett's reduction to 32.
  __m128i quotient = _mm_clmulepi64_si128(_mm_and_si128(all, lowWords), polynomial, 0x10);
  quotient = _mm_clmulepi64_si128(_mm_and_si128(quotient, lowWords), polynomial, 0x00);
  return (uint32_t)_mm_extract_epi32(_mm_xor_si128(all, quotient), 1);
}
#endif

/// zlib's `crc32`, which in most distributions looks each byte up in tables; several times faster where the processor helps.
static inline uint32_t whyredraw_crc32(uint32_t check, const uint8_t *bytes, size_t count) {
#if defined(__x86_64__)
  if (count >= 64 && whyredraw_multipliesWithoutCarry()) {
    const size_t whole = count & ~(size_t)15;
    check = ~whyredraw_remainder(~check, bytes, whole);
    bytes += whole;
    count -= whole;
  }
#endif
  while (count > 0) {
    const uInt most = count < (1u << 30) ? (uInt)count : 1u << 30;
    check = (uint32_t)crc32(check, bytes, most);
    bytes += most;
    count -= most;
  }
  return check;
}

#endif
