/** Scores the response to one interaction, in thousandths of a point. Pure. */

import type { ResponseKey } from '@shufang/contract';
import { compare, multiply, type Rational, rational, roundHalfUp, subtract, ZERO } from '../exact/rational.ts';
import { normalizeNumberText, parseWrittenNumber } from './written-number.ts';

/** `unscored`: a person must decide. Such a response never counts as wrong. */
export type Verdict = 'correct' | 'partial' | 'wrong' | 'unanswered' | 'unscored';

export type ResponseScore = {
  readonly verdict: Verdict;
  /** Undefined while no person has scored the response. */
  readonly earnedMilli: number | undefined;
  readonly possibleMilli: number;
};

type KeyOf<Rule extends ResponseKey['rule']> = Extract<ResponseKey, { rule: Rule }>;

const scored = (earned: number, possibleMilli: number): ResponseScore => {
  const earnedMilli = Math.max(0, Math.min(earned, possibleMilli));
  const verdict = earnedMilli === possibleMilli ? 'correct' : earnedMilli === 0 ? 'wrong' : 'partial';
  return { verdict, earnedMilli, possibleMilli };
};

const unscored = (possibleMilli: number): ResponseScore => ({ verdict: 'unscored', earnedMilli: undefined, possibleMilli });

/** A right response is correct even if it earns no points; a wrong one is wrong. */
const decided = (isRight: boolean, possibleMilli: number): ResponseScore =>
  isRight ? { verdict: 'correct', earnedMilli: possibleMilli, possibleMilli } : { verdict: 'wrong', earnedMilli: 0, possibleMilli };

const shareOf = (milli: number, right: number, all: number): number => roundHalfUp(multiply(rational(milli), rational(right, all)));

const scoreChoice = (key: KeyOf<'choice'>, values: readonly string[]): ResponseScore => {
  const [chosen, correct] = [new Set(values), new Set(key.correct)];
  const isWithin = [...chosen].every((value) => correct.has(value));
  if (!isWithin || chosen.size === correct.size || key.incompleteMilli === 0)
    return decided(isWithin && chosen.size === correct.size, key.milli);
  return { verdict: 'partial', earnedMilli: key.incompleteMilli, possibleMilli: key.milli };
};

const scoreMap = (key: KeyOf<'map'>, values: readonly string[]): ResponseScore => {
  const earns = new Map(key.entries.map(({ value, milli }) => [value, milli]));
  let total = 0;
  for (const value of new Set(values)) total += earns.get(value) ?? key.defaultMilli;
  return scored(total, key.milli);
};

const scorePairs = (key: KeyOf<'pairs'>, values: readonly string[]): ResponseScore => {
  const correct = new Set(key.correct.map((pair) => pair.join(' ')));
  const given = new Set(values);
  const right = [...given].filter((pair) => correct.has(pair)).length;
  if (!key.isPartial) return decided(right === correct.size && given.size === correct.size, key.milli);
  // A reader who gives more pairs than there are cannot earn by trying all of them.
  const surplus = Math.max(0, given.size - correct.size);
  return scored(shareOf(key.milli, Math.max(0, right - surplus), correct.size), key.milli);
};

const scoreOrder = (key: KeyOf<'order'>, values: readonly string[]): ResponseScore => {
  const right = key.correct.filter((id, index) => values[index] === id).length;
  if (!key.isPartial) return decided(right === key.correct.length && values.length === key.correct.length, key.milli);
  return scored(shareOf(key.milli, right, key.correct.length), key.milli);
};

/** Invisible characters that phones and word processors insert. */
const INVISIBLE = /[\u00ad\u200b-\u200d\u2060\ufeff]/g;

/** Returns a text as it is compared: full-width and half-width forms are equal, and so is any white space. */
export const comparableText = (text: string, isCaseSensitive: boolean): string => {
  const normalized = text.normalize('NFKC').replace(INVISIBLE, '').replace(/\s+/g, ' ').trim();
  return isCaseSensitive ? normalized : normalized.toLowerCase();
};

const scoreText = (key: KeyOf<'text'>, text: string): ResponseScore => {
  const given = comparableText(text, key.isCaseSensitive);
  let best: number | undefined;
  for (const { text: accepted, milli } of key.accepted)
    if (comparableText(accepted, key.isCaseSensitive) === given) best = Math.max(best ?? 0, milli);
  if (best === undefined) return decided(false, key.milli);
  return best === key.milli ? decided(true, key.milli) : scored(best, key.milli);
};

const absolute = (value: Rational): Rational => (compare(value, ZERO) < 0 ? subtract(ZERO, value) : value);

const numberOf = (text: string): Rational => {
  const parsed = parseWrittenNumber(text);
  if (parsed === undefined || parsed.unit !== '') throw new RangeError(`${text} is not a number`);
  return parsed.value;
};

/** Returns the factor of a unit; undefined if the key does not have it. */
const factorOf = (key: KeyOf<'number'>, unit: string): Rational | undefined => {
  const known = key.units.find(({ names }) => names.some((name) => normalizeNumberText(name) === unit));
  if (known !== undefined) return numberOf(known.factor);
  return unit === '%' ? rational(1, 100) : undefined;
};

const isWithinTolerance = ({ value, tolerance }: KeyOf<'number'>, given: Rational): boolean => {
  const right = numberOf(value);
  const amount = numberOf(tolerance.amount);
  const allowed = tolerance.kind === 'absolute' ? amount : multiply(absolute(right), amount);
  return compare(absolute(subtract(given, right)), allowed) <= 0;
};

/**
 * Scores a number. A text that is no number in a known form, and a unit that the key does not have, are left to a person: “二十五” and “25
 * min” may be right.
 */
const scoreNumber = (key: KeyOf<'number'>, text: string): ResponseScore => {
  const parsed = parseWrittenNumber(text);
  if (parsed === undefined) return unscored(key.milli);
  if (parsed.unit === '') {
    if (!isWithinTolerance(key, parsed.value)) return decided(false, key.milli);
    return key.withoutUnitMilli === key.milli ? decided(true, key.milli) : scored(key.withoutUnitMilli, key.milli);
  }
  const factor = factorOf(key, parsed.unit);
  if (factor === undefined) return unscored(key.milli);
  return decided(isWithinTolerance(key, multiply(parsed.value, factor)), key.milli);
};

/**
 * Returns the score of a response; an empty response is `unanswered` and earns nothing. Throws `RangeError` if a number of the key is not
 * written as a number.
 */
export const scoreResponse = (key: ResponseKey, response: readonly string[] | undefined): ResponseScore => {
  const values = (response ?? []).filter((value) => value.trim() !== '');
  const [first] = values;
  if (first === undefined) return { verdict: 'unanswered', earnedMilli: 0, possibleMilli: key.milli };
  switch (key.rule) {
    case 'choice':
      return scoreChoice(key, values);
    case 'map':
      return scoreMap(key, values);
    case 'pairs':
      return scorePairs(key, values);
    case 'order':
      return scoreOrder(key, values);
    case 'text':
      return scoreText(key, first);
    case 'number':
      return scoreNumber(key, first);
    case 'manual':
      return unscored(key.milli);
  }
};
