/**
 * Activation codes as printed in books: 16 random characters and a check character. Shared, so that the client detects typing errors
 * without a request.
 */

/** Alphabet of the codes: Crockford's base32, without I, L, O and U. 16 characters hold 80 random bits (security.md §3). */
export const ACTIVATION_CODE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const RANDOM_CHARS = 16;
const GROUP_CHARS = 4;
/** Characters that users commonly misread, each with the one that is printed in the code. */
const LOOKALIKES: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' };
/** Separators that are ignored in a typed code: white space, all dashes, invisible characters. */
const BETWEEN = /[\s\p{Pd}\p{Cf}\u2212·_.]/gu;

/**
 * Weights of the positions in a code, by which the check character detects errors. They are powers of a generator of the field of 32
 * elements (x^5 + x^2 + 1), so that all are different and none is 0.
 */
const POWERS: readonly number[] = Array.from({ length: 30 }).reduce<number[]>(
  (powers) => {
    const next = (powers.at(-1) ?? 1) << 1;
    return [...powers, next < 32 ? next : next ^ 0b10_0101];
  },
  [1],
);

const times = (weight: number, value: number): number =>
  value === 0 ? 0 : (POWERS[(POWERS.indexOf(value) + weight) % POWERS.length] ?? 0);

/**
 * Returns the check character of a code. Each position has a different weight, so any single error or swap of two characters is detected.
 */
const checkCharacter = (characters: string): string => {
  let sum = 0;
  for (let i = 0; i < RANDOM_CHARS; i++) sum ^= times(i + 1, ACTIVATION_CODE_ALPHABET.indexOf(characters[i] ?? '0'));
  return ACTIVATION_CODE_ALPHABET[sum] ?? '';
};

/** Makes a code from 16 random bytes. Returns it in canonical form: 17 characters without separators. */
export const makeActivationCode = (random: Uint8Array): string => {
  if (random.length !== RANDOM_CHARS) throw new RangeError(`an activation code needs ${RANDOM_CHARS} random bytes`);
  const characters = Array.from(random, (byte) => ACTIVATION_CODE_ALPHABET[byte % 32]).join('');
  return characters + checkCharacter(characters);
};

/** Returns a code as it is printed: `XXXX-XXXX-XXXX-XXXX-C`. */
export const formatActivationCode = (code: string): string => code.replaceAll(new RegExp(`.{${GROUP_CHARS}}(?=.)`, 'g'), '$&-');

/**
 * Returns a typed code in canonical form; undefined if it is invalid. Ignores case, width, spaces and dashes; reads O as 0, I and L as 1.
 */
export const readActivationCode = (typed: string): string | undefined => {
  const code = typed
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(BETWEEN, '')
    .replaceAll(/[OIL]/g, (character) => LOOKALIKES[character] ?? character);
  if (code.length !== RANDOM_CHARS + 1) return undefined;
  if (![...code].every((character) => ACTIVATION_CODE_ALPHABET.includes(character))) return undefined;
  return checkCharacter(code) === code.at(-1) ? code : undefined;
};
