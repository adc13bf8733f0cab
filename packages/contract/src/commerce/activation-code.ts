/** Activation codes as they are printed in books: 16 random characters and one that checks them. Shared, so that a client says "mistyped" before it asks the server. */

/** Crockford's base32: I, L, O and U are left out. A code of 16 holds 80 random bits (security.md §3). */
export const ACTIVATION_CODE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const RANDOM_CHARS = 16;
const GROUP_CHARS = 4;
/** What people read into a printed character, and the character it must have been. */
const LOOKALIKES: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' };
/** White space, every kind of dash, invisible marks: what comes along when a code is typed or pasted. */
const BETWEEN = /[\s\p{Pd}\p{Cf}\u2212·_.]/gu;

/** Powers of a generator of the field of 32 elements (x^5 + x^2 + 1): 31 different weights, none of them 0. */
const POWERS: readonly number[] = Array.from({ length: 30 }).reduce<number[]>(
  (powers) => {
    const next = (powers.at(-1) ?? 1) << 1;
    return [...powers, next < 32 ? next : next ^ 0b10_0101];
  },
  [1],
);

const times = (weight: number, value: number): number =>
  value === 0 ? 0 : (POWERS[(POWERS.indexOf(value) + weight) % POWERS.length] ?? 0);

/** Each character has a weight of its own and the check character weight 1, so one wrong character or any two exchanged ones never pass. */
const checkCharacter = (characters: string): string => {
  let sum = 0;
  for (let i = 0; i < RANDOM_CHARS; i++) sum ^= times(i + 1, ACTIVATION_CODE_ALPHABET.indexOf(characters[i] ?? '0'));
  return ACTIVATION_CODE_ALPHABET[sum] ?? '';
};

/** A code from 16 random bytes, in the form that is hashed and compared: 17 characters, nothing between them. */
export const makeActivationCode = (random: Uint8Array): string => {
  if (random.length !== RANDOM_CHARS) throw new RangeError(`an activation code needs ${RANDOM_CHARS} random bytes`);
  const characters = Array.from(random, (byte) => ACTIVATION_CODE_ALPHABET[byte % 32]).join('');
  return characters + checkCharacter(characters);
};

/** As it is printed: `XXXX-XXXX-XXXX-XXXX-C`. */
export const formatActivationCode = (code: string): string => code.replaceAll(new RegExp(`.{${GROUP_CHARS}}(?=.)`, 'g'), '$&-');

/** The code somebody typed, in the form that is compared; undefined when it cannot be one. Case, width, spaces, dashes, O for 0 and I or L for 1 do not matter. */
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
