/** Seeds of attempts. */

/** Returns a random seed of the generator in package assessment: 32 hexadecimal digits, not all 0. */
export const drawSeed = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  // All zeros have no sequence; the probability is 2^-128.
  bytes[0] = (bytes[0] ?? 0) | 1;
  return Buffer.from(bytes).toString('hex');
};
