/* == The compiler and the CPU == */

#if defined(_MSC_VER)
#include <intrin.h>
#endif

/* The kernels of koggestone_kernels.S need 64-bit pointers. KS_NO_ASM leaves them out. cl, which knows neither
   __x86_64__ nor GNU assembler, calls them if KS_WITH_ASM is defined: clang-cl compiles the file for it. */
#if defined(KS_NO_ASM)
#elif (defined(__x86_64__) && !defined(__ILP32__)) || (defined(_M_X64) && defined(KS_WITH_ASM))
#define KS_X86
#elif defined(__aarch64__) && !defined(__ILP32__) && !defined(__AARCH64EB__) && !defined(_WIN32)
#define KS_NEON
#endif

/* Returns the lowest square of a set, or the highest. An empty set has neither. */
#if defined(__GNUC__) || defined(__clang__)
static inline int ks_lowest(uint64_t set) { return __builtin_ctzll(set); }
static inline int ks_highest(uint64_t set) { return 63 - __builtin_clzll(set); }
static inline uint64_t ks_swap_bytes(uint64_t x) { return __builtin_bswap64(x); }
#elif defined(_WIN64)
static inline int ks_lowest(uint64_t set) {
	unsigned long at;
	_BitScanForward64(&at, set);
	return (int)at;
}
static inline int ks_highest(uint64_t set) {
	unsigned long at;
	_BitScanReverse64(&at, set);
	return (int)at;
}
static inline uint64_t ks_swap_bytes(uint64_t x) { return _byteswap_uint64(x); }
#else
static inline int ks_lowest(uint64_t set) {
	int at = 0;
	while (!(set >> at & 1))
		at++;
	return at;
}
static inline int ks_highest(uint64_t set) {
	int at = 63;
	while (!(set >> at & 1))
		at--;
	return at;
}
static inline uint64_t ks_swap_bytes(uint64_t x) {
	x = (x & 0x00ff00ff00ff00ff) << 8 | (x >> 8 & 0x00ff00ff00ff00ff);
	x = (x & 0x0000ffff0000ffff) << 16 | (x >> 16 & 0x0000ffff0000ffff);
	return x << 32 | x >> 32;
}
#endif

/* Returns the number of squares in a set. */
static inline int ks_count(uint64_t set) {
	set -= set >> 1 & 0x5555555555555555;
	set = (set & 0x3333333333333333) + (set >> 2 & 0x3333333333333333);
	return (int)(((set + (set >> 4)) & 0x0f0f0f0f0f0f0f0f) * 0x0101010101010101 >> 56);
}

/* Converts between a word and its bytes, the first one lowest. */
static inline uint64_t ks_little(uint64_t x) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	x = ks_swap_bytes(x);
#endif
	return x;
}
static inline uint64_t ks_eight(const uint8_t *bytes) {
	uint64_t x;
	memcpy(&x, bytes, sizeof x);
	return ks_little(x);
}
