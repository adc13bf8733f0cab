/** Checks whether a configured key looks random: keys of zeros, patterns or few distinct values are rejected. */

/** Minimum entropy of a key in bits: far below that of 32 random bytes (about 155) and far above that of a pattern of few values. */
const BITS_MIN = 100;

/** Returns the Shannon entropy of the distribution of values, times their number. */
const entropyBits = (values: readonly number[]): number => {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts.values()].reduce((sum, count) => sum + count * Math.log2(values.length / count), 0);
};

const steps = (values: readonly number[]): number[] => values.slice(1).map((value, index) => (value - (values[index] ?? 0)) & 255);

/** Whether the value repeats a sequence of at most half its length. */
const isPeriodic = (values: readonly number[]): boolean => {
  for (let period = 1; period * 2 <= values.length; period += 1)
    if (values.every((value, index) => index < period || value === values[index - period])) return true;
  return false;
};

const looksRandom = (values: readonly number[]): boolean =>
  entropyBits(values) >= BITS_MIN && entropyBits(steps(values)) >= BITS_MIN && !isPeriodic(values);

/** Returns whether a key is too simple to be random. `text`: the setting as written; `bytes`: its decoded value. */
export const isTrivialKey = (text: string, bytes: Uint8Array): boolean =>
  !looksRandom([...bytes]) || !looksRandom([...Buffer.from(text.replace(/=+$/, ''), 'utf8')]);
