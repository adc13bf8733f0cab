/**
 * Reads a QR code from the pixels of a picture, as a scanner does: finds the three corner patterns, samples the modules, and decodes them. For
 * upright, undamaged codes with error correction M and one text in bytes (ISO/IEC 18004), at most version 10.
 */
import sharp from 'sharp';

/** Error correction M: codewords for correction in a block, and number of blocks, by version from 1. */
const CORRECTION = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26];
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5];
/** Grey level below which a pixel is dark. */
const DARK_BELOW = 110;

type IsDark = (x: number, y: number) => boolean;

interface Corner {
  readonly x: number;
  readonly y: number;
  readonly module: number;
}

/** Returns the length of the runs of dark and light pixels that begin at a point, in a direction. */
const runsFrom = (isDark: IsDark, x: number, y: number, [dx, dy]: readonly [number, number], count: number): number[] => {
  const runs: number[] = [];
  for (let [at, last] = [0, isDark(x, y)]; runs.length < count; runs.push(at === 0 ? 1 : at)) {
    at = 0;
    while (isDark(x, y) === last && at < 2_000) {
      at++;
      x += dx;
      y += dy;
    }
    if (at >= 2_000) return [];
    last = !last;
  }
  return runs;
};

const isFinder = (runs: readonly number[]): boolean => {
  if (runs.length !== 5) return false;
  const module = runs.reduce((sum, run) => sum + run, 0) / 7;
  return module >= 2 && [1, 1, 3, 1, 1].every((share, index) => Math.abs((runs[index] ?? 0) - share * module) < module * 0.5);
};

const findCorners = (isDark: IsDark, width: number, height: number): Corner[] => {
  const found: Corner[] = [];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (!isDark(x, y) || (x > 0 && isDark(x - 1, y))) continue;
      const across = runsFrom(isDark, x, y, [1, 0], 5);
      if (!isFinder(across)) continue;
      const length = across.reduce((sum, run) => sum + run, 0);
      const middle = x + Math.floor(length / 2);
      // The same pattern must be above and below, from the middle of the inner square on.
      const [up, down] = [runsFrom(isDark, middle, y, [0, -1], 3), runsFrom(isDark, middle, y, [0, 1], 3)];
      const above = up.length + down.length === 6 ? [up[2], up[1], (up[0] ?? 0) + (down[0] ?? 0) - 1, down[1], down[2]] : [];
      const isMiddle = Math.abs((up[0] ?? 0) - (down[0] ?? 0)) <= 1;
      if (!isMiddle || !isFinder(above.map((run) => run ?? 0))) continue;
      if (found.every((corner) => Math.abs(corner.x - middle) > length || Math.abs(corner.y - y) > length))
        found.push({ x: middle, y, module: length / 7 });
    }
  }
  return found;
};

/** Returns the modules of the code in a picture, rows of dark (true) and light. Throws if there is no code, or more than one. */
const sampleModules = async (picture: Buffer): Promise<boolean[][]> => {
  const { data, info } = await sharp(picture).flatten({ background: '#fff' }).greyscale().raw().toBuffer({ resolveWithObject: true });
  const isDark: IsDark = (x, y) =>
    x >= 0 && y >= 0 && x < info.width && y < info.height && (data[(y * info.width + x) * info.channels] ?? 255) < DARK_BELOW;
  const corners = findCorners(isDark, info.width, info.height);
  if (corners.length !== 3) throw new Error(`${corners.length} corner patterns of a QR code instead of 3`);
  const [topLeft] = corners.toSorted((a, b) => a.x + a.y - b.x - b.y);
  const [topRight] = corners.toSorted((a, b) => b.x - b.y - a.x + a.y);
  if (!topLeft || !topRight) throw new Error('the corners of the QR code are incomplete');
  const distance = topRight.x - topLeft.x;
  const size = Math.round(distance / topLeft.module) + 7;
  const module = distance / (size - 7);
  return Array.from({ length: size }, (_, row) =>
    Array.from({ length: size }, (__, column) =>
      isDark(Math.round(topLeft.x + (column - 3) * module), Math.round(topLeft.y + (row - 3) * module)),
    ),
  );
};

const alignmentPositions = (version: number, size: number): number[] => {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2;
  return [6, ...Array.from({ length: count - 1 }, (_, index) => size - 7 - index * step).toReversed()];
};

/** Returns whether a module belongs to the patterns and not to the data. */
const patternOf = (version: number, size: number): ((x: number, y: number) => boolean) => {
  const centers = alignmentPositions(version, size);
  const last = size - 7;
  return (x, y) => {
    if (x === 6 || y === 6 || (x < 9 && y < 9) || (x >= size - 8 && y < 9) || (x < 9 && y >= size - 8)) return true;
    if (version >= 7 && ((x < 6 && y >= size - 11) || (y < 6 && x >= size - 11))) return true;
    return centers.some((cy) =>
      centers.some((cx) => {
        const isCorner = (cx === 6 && cy === 6) || (cx === 6 && cy === last) || (cx === last && cy === 6);
        return !isCorner && Math.abs(x - cx) <= 2 && Math.abs(y - cy) <= 2;
      }),
    );
  };
};

const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** Returns the mask; throws if the code has another error correction than M. */
const maskOf = (at: (x: number, y: number) => boolean): ((x: number, y: number) => boolean) => {
  const first = [0, 1, 2, 3, 4, 5, 7, 8].map((y) => [8, y] as const);
  const others = [7, 5, 4, 3, 2, 1, 0].map((x) => [x, 8] as const);
  const bits = [...first, ...others].reduce((value, [x, y], index) => value + (at(x, y) ? 2 ** index : 0), 0);
  // 0x5412 is the mask of the format; its upper five bits are the level of correction (M is 0) and the mask of the data.
  const format = (bits ^ 0x54_12) >> 10;
  const mask = format >> 3 === 0 ? MASKS[format] : undefined;
  if (mask === undefined) throw new Error(`the QR code has the format ${format}`);
  return mask;
};

const readCodewords = (modules: readonly (readonly boolean[])[]): number[] => {
  const size = modules.length;
  const at = (x: number, y: number): boolean => modules[y]?.[x] === true;
  const isPattern = patternOf((size - 17) / 4, size);
  const mask = maskOf(at);
  const bits: boolean[] = [];
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    const isUpward = ((right + 1) & 2) === 0;
    for (let step = 0; step < size; step++)
      for (const x of [right, right - 1]) {
        const y = isUpward ? size - 1 - step : step;
        if (!isPattern(x, y)) bits.push(at(x, y) !== mask(x, y));
      }
  }
  return Array.from({ length: Math.floor(bits.length / 8) }, (_, index) =>
    bits.slice(index * 8, index * 8 + 8).reduce((value, bit) => value * 2 + (bit ? 1 : 0), 0),
  );
};

/** Returns the data of the blocks, one after the other, without the codewords for correction. */
const joinBlocks = (codewords: readonly number[], version: number): number[] => {
  const [correction, blocks] = [CORRECTION[version - 1], BLOCKS[version - 1]];
  if (correction === undefined || blocks === undefined) throw new Error(`the QR code has version ${version}`);
  const long = codewords.length % blocks;
  const shortData = Math.floor(codewords.length / blocks) - correction;
  const data = Array.from({ length: blocks }, (): number[] => []);
  let at = 0;
  for (let index = 0; index <= shortData; index++)
    for (const [block, own] of data.entries()) {
      if (index === shortData && block < blocks - long) continue;
      own.push(codewords[at++] ?? 0);
    }
  return data.flat();
};

/** Returns the text of the QR code in a picture. */
export const readQrCode = async (picture: Buffer): Promise<string> => {
  const modules = await sampleModules(picture);
  const version = (modules.length - 17) / 4;
  const bits = joinBlocks(readCodewords(modules), version)
    .map((codeword) => codeword.toString(2).padStart(8, '0'))
    .join('');
  const countBits = version < 10 ? 8 : 16;
  if (!bits.startsWith('0100')) throw new Error(`the QR code has a segment of mode ${bits.slice(0, 4)}`);
  const bytes = Number.parseInt(bits.slice(4, 4 + countBits), 2);
  const start = 4 + countBits;
  return Buffer.from(
    Array.from({ length: bytes }, (_, index) => Number.parseInt(bits.slice(start + index * 8, start + index * 8 + 8), 2)),
  ).toString('utf8');
};
