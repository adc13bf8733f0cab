/** Makes small TrueType fonts for tests: one square glyph for all given characters. */

const UNITS_PER_EM = 1_000;

type Field = readonly [size: 1 | 2 | 4, value: number];
const u8 = (value: number): Field => [1, value];
const u16 = (value: number): Field => [2, value & 0xffff];
const u32 = (value: number): Field => [4, value >>> 0];

const pack = (fields: readonly Field[]): Uint8Array<ArrayBuffer> => {
  const view = new DataView(new ArrayBuffer(fields.reduce((sum, [size]) => sum + size, 0)));
  let at = 0;
  for (const [size, value] of fields) {
    if (size === 1) view.setUint8(at, value);
    else if (size === 2) view.setUint16(at, value);
    else view.setUint32(at, value);
    at += size;
  }
  return new Uint8Array(view.buffer);
};

const glyph = (): Field[] => [
  ...[1, 0, 0, UNITS_PER_EM, UNITS_PER_EM].map(u16),
  ...[3, 0].map(u16),
  ...[1, 1, 1, 1].map(u8),
  ...[0, 0, UNITS_PER_EM, 0].map(u16),
  ...[0, UNITS_PER_EM, 0, -UNITS_PER_EM].map(u16),
];

const checksumOf = (bytes: Uint8Array): number => {
  let sum = 0;
  for (let at = 0; at < bytes.length; at += 4)
    sum = (sum + (((bytes[at] ?? 0) << 24) | ((bytes[at + 1] ?? 0) << 16) | ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0))) >>> 0;
  return sum;
};

export interface MadeFont {
  /** The name by which lists show the font. */
  readonly name: string;
  /** The characters that the font has. */
  readonly characters: string;
  /** Width of every character as a multiple of the font size. */
  readonly width: number;
  /** Tables to leave out, so that the font cannot be used. */
  readonly without?: readonly string[];
}

export const makeFont = ({ name, characters, width, without = [] }: MadeFont): Uint8Array<ArrayBuffer> => {
  const advance = Math.round(width * UNITS_PER_EM);
  const codes = [...new Set(characters)].map((char) => char.codePointAt(0) ?? 0).toSorted((one, other) => one - other);
  const text = [...name].flatMap((char) => [u16(char.charCodeAt(0))]);
  const glyphBytes = pack(glyph()).length;
  const bounds = [0, 0, UNITS_PER_EM, UNITS_PER_EM].map(u16);
  const groups = codes.flatMap((code) => [code, code, 1].map(u32));
  const names = [1, 2, 4, 6];
  const tables: Record<string, Field[]> = {
    'OS/2': [
      ...[4, advance, 400, 5, 0, 650, 700, 0, 140, 650, 700, 0, 480, 50, 250, 0].map(u16),
      ...Array.from({ length: 10 }, () => u8(0)),
      ...[0, 0, 0, 0].map(u32),
      u32(0x20202020),
      ...[0x40, codes[0] ?? 0, 0xffff, 880, -120, 0, 880, 120].map(u16),
      ...[0, 0].map(u32),
      ...[500, 700, 0, 32, 1].map(u16),
    ],
    cmap: [...[0, 1, 3, 10].map(u16), u32(12), ...[12, 0].map(u16), ...[16 + groups.length * 4, 0, codes.length].map(u32), ...groups],
    glyf: glyph(),
    head: [
      ...[1, 0, 1, 0].map(u16),
      u32(0),
      u32(0x5f0f3cf5),
      ...[0, UNITS_PER_EM].map(u16),
      ...[0, 0, 0, 0].map(u32),
      ...bounds,
      ...[0, 8, 2, 1, 0].map(u16),
    ],
    hhea: [1, 0, 880, -120, 0, advance, 0, 0, UNITS_PER_EM, 1, 0, 0, 0, 0, 0, 0, 0, 2].map(u16),
    hmtx: [advance, 0, advance, 0].map(u16),
    loca: [0, 0, glyphBytes].map(u32),
    maxp: [1, 0, 2, 4, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0].map(u16),
    name: [
      ...[0, names.length, 6 + 12 * names.length].map(u16),
      ...names.flatMap((id) => [3, 1, 0x0409, id, text.length * 2, 0].map(u16)),
      ...text,
    ],
    post: [u32(0x00030000), ...[0, 0, 0, 0, 0, 0, 0].map(u32)],
  };
  const present = Object.entries(tables).filter(([tag]) => !without.includes(tag));
  let offset = 12 + 16 * present.length;
  const directory: Field[] = [u32(0x00010000), ...[present.length, 128, 3, present.length * 16 - 128].map(u16)];
  const bodies: Uint8Array[] = [];
  for (const [tag, fields] of present) {
    const body = pack(fields);
    directory.push(...[...tag].map((char) => u8(char.charCodeAt(0))), u32(checksumOf(body)), u32(offset), u32(body.length));
    const padded = new Uint8Array(Math.ceil(body.length / 4) * 4);
    padded.set(body);
    bodies.push(padded);
    offset += padded.length;
  }
  const file = new Uint8Array(offset);
  let at = 0;
  for (const part of [pack(directory), ...bodies]) {
    file.set(part, at);
    at += part.length;
  }
  return file;
};
