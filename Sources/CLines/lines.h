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

static inline void whyredraw_store(uint8_t *bytes, whyredraw_bytes value) {
#if defined(__SSE2__)
  _mm_storeu_si128((__m128i *)bytes, value);
#elif defined(__aarch64__) && !defined(__AARCH64EB__)
  vst1q_u8(bytes, value);
#else
  memcpy(bytes, value.at, 16);
#endif
}

/// How many line feeds there are among so many times 64 bytes.
static inline int64_t whyredraw_countLineFeeds(const uint8_t *bytes, int64_t parts) {
  int64_t total = 0;
#if defined(__SSE2__)
  const __m128i feed = _mm_set1_epi8('\n');
  const __m128i zero = _mm_setzero_si128();
  __m128i sums = zero;
  while (parts > 0) {
    // In a byte there is room for 255.
    const int64_t most = parts < 63 ? parts : 63;
    __m128i found = zero;
    for (int64_t part = 0; part < most; part += 1, bytes += 64) {
      found = _mm_sub_epi8(found, _mm_cmpeq_epi8(whyredraw_load(bytes), feed));
      found = _mm_sub_epi8(found, _mm_cmpeq_epi8(whyredraw_load(bytes + 16), feed));
      found = _mm_sub_epi8(found, _mm_cmpeq_epi8(whyredraw_load(bytes + 32), feed));
      found = _mm_sub_epi8(found, _mm_cmpeq_epi8(whyredraw_load(bytes + 48), feed));
    }
    sums = _mm_add_epi64(sums, _mm_sad_epu8(found, zero));
    parts -= most;
  }
  total = _mm_cvtsi128_si64(sums) + _mm_cvtsi128_si64(_mm_unpackhi_epi64(sums, sums));
#else
  // Compilers make vectors of it.
  for (int64_t index = 0; index < parts * 64; index += 1) total += bytes[index] == '\n';
#endif
  return total;
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

/// A bit for each of 32 bytes that is this one, the first in the lowest.
static inline uint32_t whyredraw_places(const uint8_t *bytes, uint8_t byte) {
  const whyredraw_bytes wanted = whyredraw_repeated(byte);
  return whyredraw_bits(whyredraw_equal(whyredraw_load(bytes), wanted))
      | whyredraw_bits(whyredraw_equal(whyredraw_load(bytes + 16), wanted)) << 16;
}

/// Whether 16 bytes are those that are known, where the mask has ones; the mask stands behind them.
static inline int whyredraw_begins(const uint8_t *bytes, const uint8_t *known) {
  const whyredraw_bytes masked = whyredraw_and(whyredraw_load(bytes), whyredraw_load(known + 16));
  return whyredraw_bits(whyredraw_equal(masked, whyredraw_load(known))) == 0xFFFF;
}

/// Whether 32 bytes are those that are known, where the mask has ones; the mask stands behind them.
static inline int whyredraw_isSame(const uint8_t *bytes, const uint8_t *known) {
  const whyredraw_bytes low = whyredraw_and(whyredraw_load(bytes), whyredraw_load(known + 32));
  const whyredraw_bytes high = whyredraw_and(whyredraw_load(bytes + 16), whyredraw_load(known + 48));
  return whyredraw_bits(whyredraw_and(
             whyredraw_equal(low, whyredraw_load(known)), whyredraw_equal(high, whyredraw_load(known + 16))))
      == 0xFFFF;
}

/// Keeps the first of 32 bytes as `whyredraw_isSame` compares them, with their mask behind them.
static inline void whyredraw_keep(uint8_t *known, const uint8_t *bytes, intptr_t length) {
  static const uint64_t words[8] = {~0ull, ~0ull, ~0ull, ~0ull, 0, 0, 0, 0};
  const uint8_t *masks = (const uint8_t *)words + 32 - length;
  for (int part = 0; part < 32; part += 16) {
    const whyredraw_bytes mask = whyredraw_load(masks + part);
    whyredraw_store(known + part, whyredraw_and(whyredraw_load(bytes + part), mask));
    whyredraw_store(known + part + 32, mask);
  }
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
