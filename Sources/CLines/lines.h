#ifndef WHYREDRAW_CLINES_LINES_H
#define WHYREDRAW_CLINES_LINES_H

#include <stdint.h>
#include <string.h>

// What a processor does to sixteen bytes at once, and Swift has no word for: a bit for each byte that compares equal. All of
// it is inlined.

#if defined(__SSE2__)
#include <emmintrin.h>
typedef __m128i whyredraw_bytes;
#elif defined(__aarch64__) && !defined(__AARCH64EB__)
#include <arm_neon.h>
typedef uint8x16_t whyredraw_bytes;
#else
typedef struct {
  uint8_t at[16];
} whyredraw_bytes;
#endif

static inline whyredraw_bytes whyredraw_load(const uint8_t *bytes) {
#if defined(__SSE2__)
  return _mm_loadu_si128((const __m128i *)bytes);
#elif defined(__aarch64__) && !defined(__AARCH64EB__)
  return vld1q_u8(bytes);
#else
  whyredraw_bytes result;
  memcpy(result.at, bytes, 16);
  return result;
#endif
}

static inline whyredraw_bytes whyredraw_repeated(uint8_t byte) {
#if defined(__SSE2__)
  return _mm_set1_epi8((char)byte);
#elif defined(__aarch64__) && !defined(__AARCH64EB__)
  return vdupq_n_u8(byte);
#else
  whyredraw_bytes result;
  memset(result.at, byte, 16);
  return result;
#endif
}

static inline whyredraw_bytes whyredraw_and(whyredraw_bytes left, whyredraw_bytes right) {
#if defined(__SSE2__)
  return _mm_and_si128(left, right);
#elif defined(__aarch64__) && !defined(__AARCH64EB__)
  return vandq_u8(left, right);
#else
  for (int index = 0; index < 16; index += 1) left.at[index] &= right.at[index];
  return left;
#endif
}

static inline whyredraw_bytes whyredraw_or(whyredraw_bytes left, whyredraw_bytes right) {
#if defined(__SSE2__)
  return _mm_or_si128(left, right);
#elif defined(__aarch64__) && !defined(__AARCH64EB__)
  return vorrq_u8(left, right);
#else
  for (int index = 0; index < 16; index += 1) left.at[index] |= right.at[index];
  return left;
#endif
}

/// All ones in each byte that is equal in both.
static inline whyredraw_bytes whyredraw_equal(whyredraw_bytes left, whyredraw_bytes right) {
#if defined(__SSE2__)
  return _mm_cmpeq_epi8(left, right);
#elif defined(__aarch64__) && !defined(__AARCH64EB__)
  return vceqq_u8(left, right);
#else
  for (int index = 0; index < 16; index += 1) left.at[index] = left.at[index] == right.at[index] ? 0xFF : 0;
  return left;
#endif
}

/// A bit for each byte of all ones, the first in the lowest; other bytes have to be zero.
static inline uint32_t whyredraw_bits(whyredraw_bytes bytes) {
#if defined(__SSE2__)
  return (uint32_t)_mm_movemask_epi8(bytes);
#elif defined(__aarch64__) && !defined(__AARCH64EB__)
  static const uint8_t places[16] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
  const uint8x16_t bits = vandq_u8(bytes, vld1q_u8(places));
  return (uint32_t)vaddv_u8(vget_low_u8(bits)) | (uint32_t)vaddv_u8(vget_high_u8(bits)) << 8;
#else
  uint32_t result = 0;
  for (int index = 0; index < 16; index += 1) result |= (uint32_t)(bytes.at[index] & 1) << index;
  return result;
#endif
}

/// A bit for each line feed among 64 bytes, the first byte in the lowest.
static inline uint64_t whyredraw_lineFeeds(const uint8_t *bytes) {
  const whyredraw_bytes feed = whyredraw_repeated('\n');
  uint64_t found = 0;
  for (int part = 0; part < 4; part += 1) {
    found |= (uint64_t)whyredraw_bits(whyredraw_equal(whyredraw_load(bytes + 16 * part), feed)) << (16 * part);
  }
  return found;
}

/// A bit for each of sixteen places where one byte stands, and another one so many behind it.
static inline uint32_t whyredraw_frames(const uint8_t *bytes, intptr_t distance, uint8_t first, uint8_t last) {
  const whyredraw_bytes heads = whyredraw_equal(whyredraw_load(bytes), whyredraw_repeated(first));
  const whyredraw_bytes tails = whyredraw_equal(whyredraw_load(bytes + distance), whyredraw_repeated(last));
  return whyredraw_bits(whyredraw_and(heads, tails));
}

/// A bit for each of sixteen places where `ed`, `pd` or `>=` stands; and above, one for each that is NUL or an escape.
/// Seventeen bytes are read.
static inline uint32_t whyredraw_pairs(const uint8_t *bytes) {
  const whyredraw_bytes first = whyredraw_load(bytes);
  const whyredraw_bytes second = whyredraw_load(bytes + 1);
  const whyredraw_bytes heads = whyredraw_or(
      whyredraw_equal(first, whyredraw_repeated('e')), whyredraw_equal(first, whyredraw_repeated('p')));
  const whyredraw_bytes ends = whyredraw_and(heads, whyredraw_equal(second, whyredraw_repeated('d')));
  const whyredraw_bytes comparisons = whyredraw_and(
      whyredraw_equal(first, whyredraw_repeated('>')), whyredraw_equal(second, whyredraw_repeated('=')));
  const whyredraw_bytes controls = whyredraw_or(
      whyredraw_equal(first, whyredraw_repeated(0)), whyredraw_equal(first, whyredraw_repeated(0x1B)));
  return whyredraw_bits(whyredraw_or(ends, comparisons)) | whyredraw_bits(controls) << 16;
}

/// Whether a text is equal to a known one where the mask has ones; of both so many times sixteen bytes are compared, but for
/// the last eight, which are no text.
static inline int whyredraw_isKnown(
    const uint8_t *known, const uint8_t *text, const uint8_t *mask, int parts) {
  whyredraw_bytes equal = whyredraw_repeated(0xFF);
  whyredraw_bytes last = equal;
  for (int part = 0; part < parts; part += 1) {
    const whyredraw_bytes masked =
        whyredraw_and(whyredraw_load(text + 16 * part), whyredraw_load(mask + 16 * part));
    last = whyredraw_equal(masked, whyredraw_load(known + 16 * part));
    if (part + 1 < parts) equal = whyredraw_and(equal, last);
  }
  return (whyredraw_bits(equal) & (whyredraw_bits(last) | 0xFF00)) == 0xFFFF;
}

#endif
