/** Numbers and units as students write them, as exact fractions. Pure. */
import { multiply, type Rational, rational } from '../exact/rational.ts';

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';
/** Longer texts and greater exponents are no answers; without a limit they would take seconds to compute. */
const LENGTH_MAX = 100;
const EXPONENT_MAX = 400;

/** Returns the text with ASCII digits and signs: full-width forms, superscripts as `^2`, and the signs that keyboards of phones insert. */
export const normalizeNumberText = (text: string): string =>
  text
    .replace(/[⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+/g, (run) => `^${[...run].map((char) => superscript(char)).join('')}`)
    .normalize('NFKC')
    .replace(/[−–—‐]/g, '-')
    .replace(/\s+/g, ' ')
    .trim();

const superscript = (char: string): string => {
  if (char === '⁻') return '-';
  return char === '⁺' ? '' : String(SUPERSCRIPTS.indexOf(char));
};

const powerOfTen = (exponent: number): Rational =>
  exponent >= 0 ? rational(10n ** BigInt(exponent)) : rational(1n, 10n ** BigInt(-exponent));

const DECIMAL = String.raw`(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d*)?|\.\d+`;
const POWER = String.raw`[eE]([+-]?\d+)|\s*[×xX*·⋅]\s*10\s*\^\s*[({]?\s*([+-]?\d+)\s*[)}]?`;
const NUMBER = new RegExp(`^([+-]?)\\s*(${DECIMAL})(?:${POWER}|\\s*/\\s*(\\d+)(?![.\\d]))?`);

const decimalOf = (digits: string): Rational => {
  const [whole = '', fraction = ''] = digits.replaceAll(',', '').split('.');
  return multiply(rational(BigInt(`${whole}${fraction}` || '0')), powerOfTen(-fraction.length));
};

export type WrittenNumber = {
  readonly value: Rational;
  /** What follows the number, without spaces around it. */
  readonly unit: string;
};

/**
 * Returns the number at the start of a text and the unit behind it; undefined if the text does not start with a number. Accepts `-1.5`,
 * `1,200`, `3/4`, `1.5e3`, `1.5×10³`. A comma is accepted only between groups of three digits.
 */
export const parseWrittenNumber = (text: string): WrittenNumber | undefined => {
  if (text.length > LENGTH_MAX) return undefined;
  const normalized = normalizeNumberText(text);
  const match = NUMBER.exec(normalized);
  if (match === null) return undefined;
  const [all, sign, digits = '', exponent, power, denominator] = match;
  const ten = Number(exponent ?? power ?? 0);
  if (Math.abs(ten) > EXPONENT_MAX || (denominator !== undefined && /^0+$/.test(denominator))) return undefined;
  const rest = normalized.slice(all.length);
  // A digit or a separator directly behind the number belongs to a number in a form that is not known, such as `1,2` or `1.2.3`.
  if (/^[\d.,]/.test(rest) || /^\s*[\d/^]/.test(rest)) return undefined;
  const magnitude = multiply(decimalOf(digits), denominator === undefined ? powerOfTen(ten) : rational(1n, BigInt(denominator)));
  return { value: sign === '-' ? multiply(magnitude, rational(-1n)) : magnitude, unit: rest.trim() };
};
