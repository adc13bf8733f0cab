/**
 * Seeded random order of papers: draws from a bank, shuffled questions and choices. Pure; runs in browsers and on the server. The sequence
 * of a seed is frozen by test vectors, because a paper must be reproducible years later.
 */

/**
 * Version of the generator, of the seed's format and of the shuffle. An attempt stores it beside its seed. A change of any result needs a
 * new number, and the code of the old number stays.
 */
export const RNG_VERSION = 1;

/** A seed: 128 bits as 32 lower-case hexadecimal digits. */
const SEED = /^[0-9a-f]{32}$/;

const UINT32_COUNT = 2 ** 32;

const rotateLeft = (value: number, bits: number): number => (value << bits) | (value >>> (32 - bits));

/** A stream of random numbers. Each call changes its state. */
export type RandomStream = {
  /** Returns an integer from 0 to 2^32 - 1. */
  nextUint32: () => number;
  /** Returns an integer from 0 to `limit` - 1, each with the same probability. Throws `RangeError` unless `limit` is from 1 to 2^32. */
  nextBelow: (limit: number) => number;
};

/**
 * Returns the stream of a seed. Throws `RangeError` if the seed is not 32 lower-case hexadecimal digits, or if all of them are 0, because
 * this generator returns only 0 in that state. The digits are four 32-bit numbers, the most significant digit of each first.
 * Source: Blackman and Vigna, "Scrambled linear pseudorandom number generators", xoshiro128** 1.1.
 */
export const createRandomStream = (seed: string): RandomStream => {
  if (!SEED.test(seed) || /^0+$/.test(seed)) throw new RangeError('The seed must be 32 lower-case hexadecimal digits, not all 0');
  let [a, b, c, d] = [0, 8, 16, 24].map((start) => Number.parseInt(seed.slice(start, start + 8), 16)) as [number, number, number, number];
  const nextUint32 = (): number => {
    const result = Math.imul(rotateLeft(Math.imul(b, 5), 7), 9) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotateLeft(d, 11);
    return result;
  };
  return {
    nextUint32,
    nextBelow: (limit) => {
      if (!Number.isInteger(limit) || limit < 1 || limit > UINT32_COUNT) throw new RangeError('The limit must be from 1 to 2^32');
      // Numbers of the incomplete last interval are rejected: they would make small results more probable.
      const end = UINT32_COUNT - (UINT32_COUNT % limit);
      let value = nextUint32();
      while (value >= end) value = nextUint32();
      return value % limit;
    },
  };
};
