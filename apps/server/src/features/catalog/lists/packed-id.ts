/** Book ids (ULIDs) as four 32-bit integers, which take 16 bytes instead of a string of about 50. Packed ids have the order of their texts. */

export const ID_INTEGERS = 4;
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const CHARACTERS = 26;
const INTEGER = 2 ** 32;

const digits = new Map([...ALPHABET].map((character, digit): [number, number] => [character.charCodeAt(0), digit]));

/** Returns the integers of an id; undefined for a text that is not a ULID of 128 bits in lower case. */
export const packId = (id: string): Uint32Array | undefined => {
  if (id.length !== CHARACTERS || id > '7zzzzzzzzzzzzzzzzzzzzzzzzz') return undefined;
  const integers = new Uint32Array(ID_INTEGERS);
  // The first character has 3 bits, each other one 5.
  let [value, bits, part] = [0, -2, 0];
  for (let index = 0; index < CHARACTERS; index++) {
    const digit = digits.get(id.charCodeAt(index));
    if (digit === undefined) return undefined;
    value = value * 32 + digit;
    bits += 5;
    if (bits < 32) continue;
    bits -= 32;
    integers[part++] = Math.floor(value / 2 ** bits);
    value %= 2 ** bits;
  }
  return integers;
};

/** Returns the text of the id whose integers begin at this index. */
export const unpackId = (integers: Uint32Array, at: number): string => {
  let id = '';
  let [value, bits] = [0, 2];
  for (let part = 0; part < ID_INTEGERS; part++) {
    value = value * INTEGER + (integers[at + part] ?? 0);
    for (bits += 32; bits >= 5; bits -= 5) {
      const scale = 2 ** (bits - 5);
      id += ALPHABET[Math.floor(value / scale)] ?? '';
      value %= scale;
    }
  }
  return id;
};

/** Compares the id whose integers begin at this index with a packed id. Returns a negative number if it comes before. */
export const comparePacked = (integers: Uint32Array, at: number, other: Uint32Array): number => {
  for (let part = 0; part < ID_INTEGERS; part++) {
    const difference = (integers[at + part] ?? 0) - (other[part] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
};
