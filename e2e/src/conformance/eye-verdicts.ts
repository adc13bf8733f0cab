/**
 * Verdicts of readers on pictures, for tests that only the eye can decide. A verdict belongs to the file of the test (by its hash) and to
 * what its pictures showed (a coarse fingerprint): when the product draws the test differently, the verdict no longer counts.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { type Decision, decided } from './decision.ts';
import type { Screen } from './observe-book.ts';

export const VERDICTS_FILE = path.join(import.meta.dirname, 'eye-verdicts.json');

interface Verdict {
  readonly id: string;
  readonly result: boolean | null;
  /** What each reader saw. A test has two readers; with one reading so far, the report says so. */
  readonly readings: readonly string[];
  readonly fingerprints: readonly string[];
}

const SIDE = 16;
/** Grey levels of the 256 fields of a picture, from 0 to f: the maximum mean distance of two pictures that show the same. */
const DISTANCE_MAX = 0.35;

export const fingerprintOf = async (file: string): Promise<string> => {
  const grey = await sharp(await readFile(file))
    .greyscale()
    .resize(SIDE, SIDE, { fit: 'fill' })
    .raw()
    .toBuffer();
  return Array.from(grey, (value) => (value >> 4).toString(16)).join('');
};

const distance = (a: string, b: string): number =>
  Array.from(a).reduce((sum, digit, index) => sum + Math.abs(Number.parseInt(digit, 16) - Number.parseInt(b[index] ?? '0', 16)), 0) /
  a.length;

export const readVerdicts = async (): Promise<ReadonlyMap<string, Verdict>> =>
  new Map(Object.entries(JSON.parse(await readFile(VERDICTS_FILE, 'utf8')) as Record<string, Verdict>));

/** Returns the decision of the readers, or that there is none for these pictures. */
export const decideByEye = async (
  sha256: string,
  screens: readonly Screen[],
  folder: string,
  verdicts: ReadonlyMap<string, Verdict>,
): Promise<Decision> => {
  const verdict = verdicts.get(sha256);
  if (verdict === undefined) return decided('undecided', null, `look at ${screens.length} picture(s) and add a verdict`);
  for (const [index, known] of verdict.fingerprints.entries()) {
    const screen = screens[index];
    const now = screen && (await fingerprintOf(path.join(folder, screen.picture)));
    if (now === undefined || distance(now, known) > DISTANCE_MAX)
      return decided('undecided', null, `picture ${index + 1} is no longer what the readers saw`);
  }
  const readers = verdict.readings.length > 1 ? '' : 'one reader so far: ';
  return decided('eye', verdict.result, readers + verdict.readings.join(' / '));
};
