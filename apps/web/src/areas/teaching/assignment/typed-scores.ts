/** Points as teachers type them for several students. Pure. */
import { z } from 'zod';

const typedScores = z.record(z.string(), z.string());

/** Returns what was typed by user id; nothing for a draft of another version of this app. */
export const readTyped = (body: string): ReadonlyMap<string, string> => {
  try {
    return new Map(Object.entries(typedScores.safeParse(JSON.parse(body)).data ?? {}));
  } catch (error) {
    if (error instanceof SyntaxError) return new Map();
    throw error;
  }
};

/** Returns points in thousandths: null for an empty text, undefined for one that is no number from 0 to the maximum. */
export const scoreOf = (typed: string, possibleMilli: number): number | null | undefined => {
  const text = typed.trim();
  if (text === '') return null;
  const milli = /^\d{1,4}(?:\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 1000) : Number.NaN;
  return milli <= possibleMilli ? milli : undefined;
};
