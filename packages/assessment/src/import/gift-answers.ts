/** The part of a GIFT item between braces: how the question is answered, and what is right. Pure. */

import type { Interaction, QuestionOption, ResponseKey } from '@shufang/contract';
import { add, compare, divide, type Rational, rational, subtract } from '../exact/rational.ts';
import { TRUE_FALSE } from '../question/question-type.ts';
import { parseWrittenNumber } from '../scoring/written-number.ts';
import { showEscapes } from './gift-text.ts';
import type { ImportFinding } from './imported-item.ts';

const MILLI = 1000;
const MILLI_PER_PERCENT = 10;
/** Numbers with more decimals are written as fractions. */
const DECIMALS_MAX = 30;

/** An interaction with its key; undefined if the text in the braces has no known form. */
export type GiftParts = {
  readonly parts?: readonly [Interaction, ResponseKey] | undefined;
  readonly findings: readonly ImportFinding[];
  /** Feedback to all responses. */
  readonly explanation: string;
};

type Entry = { readonly isRight: boolean; readonly percent: number | undefined; readonly text: string };

/** Format of a single text; `[html]` and `[markdown]` are found in the whole item (`read-gift.ts`). */
const FORMAT = /^\[(?:html|moodle|plain|markdown)\]\s*/i;
const WEIGHT = /^%(-?\d+(?:\.\d+)?)%/;

/** Returns the entries, which begin with `=` or `~`, and whether a feedback was left out. */
const entriesOf = (text: string): { entries: Entry[]; hasFeedback: boolean } | undefined => {
  const parts = text.trim().split(/(?=[=~])/);
  if (parts.some((part) => !/^[=~]/.test(part))) return undefined;
  let hasFeedback = false;
  const entries = parts.map((part) => {
    const body = part.slice(1).trim();
    const weight = WEIGHT.exec(body);
    const [content = '', feedback] = (weight === null ? body : body.slice(weight[0].length)).split('#');
    hasFeedback ||= feedback !== undefined && feedback.trim() !== '';
    return {
      isRight: part.startsWith('='),
      percent: weight === null ? undefined : Number(weight[1]),
      text: content.trim().replace(FORMAT, ''),
    };
  });
  return { entries, hasFeedback };
};

const optionsOf = (texts: readonly string[], prefix = ''): QuestionOption[] =>
  texts.map((text, index) => ({ id: `${prefix}${index + 1}`, content: [showEscapes(text)] }));

const milliOf = ({ isRight, percent }: Entry): number => Math.round((percent ?? (isRight ? 100 : 0)) * MILLI_PER_PERCENT);

const choiceParts = (entries: readonly Entry[], isInline: boolean): Omit<GiftParts, 'explanation'> => {
  const options = optionsOf(
    entries.map(({ text }) => text),
    'O',
  );
  const right = entries.flatMap((entry, index) => (entry.isRight ? [`O${index + 1}`] : []));
  const isSingle = right.length === 1;
  const hasWeights = entries.some(({ percent }) => percent !== undefined);
  const interaction: Interaction = isInline
    ? { type: 'inlineChoice', options, isShuffled: true }
    : { type: 'choice', options, maximumChoices: isSingle ? 1 : 0, isShuffled: true };
  if (!hasWeights) {
    const findings: ImportFinding[] = right.length > 1 ? ['unusualPoints'] : [];
    return { parts: [interaction, { rule: 'choice', milli: MILLI, correct: right, incompleteMilli: 0 }], findings };
  }
  const points = entries.map(milliOf);
  const total = isSingle ? Math.max(...points) : points.reduce((sum, each) => sum + Math.max(0, each), 0);
  const key: ResponseKey = {
    rule: 'map',
    milli: MILLI,
    entries: points.map((milli, index) => ({ value: `O${index + 1}`, milli })),
    defaultMilli: 0,
  };
  // Thirds are written as 33.333: their sum is not exactly the whole.
  return { parts: [interaction, key], findings: total === MILLI ? [] : ['unusualPoints'] };
};

const matchParts = (entries: readonly Entry[]): Omit<GiftParts, 'explanation'> => {
  const pairs = entries.map(({ text }) => text.split('->').map((side) => side.trim()));
  const targets = [...new Set(pairs.map(([, target = '']) => target))];
  const asked = pairs.filter(([source = '']) => source !== '');
  const interaction: Interaction = {
    type: 'match',
    sources: optionsOf(
      asked.map(([source = '']) => source),
      'S',
    ),
    targets: optionsOf(targets, 'T'),
    isShuffled: true,
  };
  const correct = asked.map(([, target = ''], index): [string, string] => [`S${index + 1}`, `T${targets.indexOf(target) + 1}`]);
  const isSound = pairs.every((pair) => pair.length === 2) && asked.length > 0;
  return isSound
    ? { parts: [interaction, { rule: 'pairs', milli: MILLI, correct, isPartial: true }], findings: [] }
    : { findings: ['brokenSyntax'] };
};

const textParts = (entries: readonly Entry[]): Omit<GiftParts, 'explanation'> => {
  const accepted = entries.map((entry) => ({ text: showEscapes(entry.text), milli: Math.max(0, milliOf(entry)) }));
  const findings: ImportFinding[] = [];
  if (accepted.some(({ text }) => text.includes('*'))) findings.push('wildcard');
  if (!accepted.some(({ milli }) => milli === MILLI)) findings.push('unusualPoints');
  return { parts: [{ type: 'textEntry' }, { rule: 'text', milli: MILLI, accepted, isCaseSensitive: false }], findings };
};

/** Returns a number as a decimal; a mean of two decimals always is one. */
const written = ({ numerator, denominator }: Rational): string => {
  let digits = 0;
  while (10n ** BigInt(digits) % denominator !== 0n && digits < DECIMALS_MAX) digits += 1;
  const scale = 10n ** BigInt(digits);
  if (scale % denominator !== 0n) return `${numerator}/${denominator}`;
  const scaled = (numerator < 0n ? -numerator : numerator) * (scale / denominator);
  const text = scaled.toString().padStart(digits + 1, '0');
  const sign = numerator < 0n ? '-' : '';
  return digits === 0 ? `${sign}${text}` : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
};

const numberIn = (text: string): Rational | undefined => {
  const parsed = parseWrittenNumber(text);
  return parsed?.unit === '' ? parsed.value : undefined;
};

/** Returns the value and the tolerance of `3:0.5` or `1..5`. */
const intervalOf = (text: string): { value: Rational; amount: Rational } | undefined => {
  const [low, high] = text.split('..').map(numberIn);
  if (text.includes('..')) {
    if (low === undefined || high === undefined || compare(low, high) > 0) return undefined;
    return { value: divide(add(low, high), rational(2)), amount: divide(subtract(high, low), rational(2)) };
  }
  const [valueText = '', amountText = '0', ...more] = text.split(':');
  const [value, amount] = [numberIn(valueText), numberIn(amountText)];
  return value === undefined || amount === undefined || compare(amount, rational(0)) < 0 || more.length > 0 ? undefined : { value, amount };
};

const numberParts = (text: string): Omit<GiftParts, 'explanation'> => {
  const isList = /^[=~]/.test(text.trim());
  const read = isList ? entriesOf(text) : undefined;
  const [plain = '', feedback] = text.split('#');
  const first = isList ? read?.entries.find(({ percent }) => percent === undefined || percent === 100)?.text : plain.trim();
  const interval = first === undefined ? undefined : intervalOf(first);
  if (interval === undefined) return { findings: ['brokenSyntax'] };
  const key: ResponseKey = {
    rule: 'number',
    milli: MILLI,
    value: written(interval.value),
    tolerance: { kind: 'absolute', amount: written(interval.amount) },
    units: [],
    withoutUnitMilli: MILLI,
  };
  const hasFeedback = isList ? read?.hasFeedback === true : feedback !== undefined;
  const findings: ImportFinding[] = [
    ...(hasFeedback ? ['feedback' as const] : []),
    ...((read?.entries.length ?? 1) > 1 ? ['severalNumbers' as const] : []),
  ];
  return { parts: [{ type: 'textEntry' }, key], findings };
};

const TRUE_FALSE_FORM = /^(T|TRUE|F|FALSE)\s*(#[\s\S]*)?$/i;

const trueFalseParts = (isTrue: boolean): readonly [Interaction, ResponseKey] => [
  {
    type: 'choice',
    options: [
      { id: TRUE_FALSE[0], content: ['对'] },
      { id: TRUE_FALSE[1], content: ['错'] },
    ],
    maximumChoices: 1,
    isShuffled: false,
  },
  { rule: 'choice', milli: MILLI, correct: [TRUE_FALSE[isTrue ? 0 : 1]], incompleteMilli: 0 },
];

const partsOf = (text: string, isInline: boolean): Omit<GiftParts, 'explanation'> => {
  if (text === '') return { parts: [{ type: 'extendedText' }, { rule: 'manual', milli: MILLI }], findings: [] };
  const trueFalse = TRUE_FALSE_FORM.exec(text);
  if (trueFalse !== null) return { parts: trueFalseParts(/^T/i.test(text)), findings: trueFalse[2] === undefined ? [] : ['feedback'] };
  if (text.startsWith('#')) return numberParts(text.slice(1).trim());
  const read = entriesOf(text);
  if (read === undefined) return { findings: ['brokenSyntax'] };
  const { entries, hasFeedback } = read;
  const isText = entries.every(({ isRight }) => isRight);
  const isMatch = isText && entries.length > 1 && entries.some((entry) => entry.text.includes('->'));
  const result = isMatch ? matchParts(entries) : isText ? textParts(entries) : choiceParts(entries, isInline);
  return { ...result, findings: [...result.findings, ...(hasFeedback ? ['feedback' as const] : [])] };
};

/** Returns how the question is answered. `text`: what is between the braces. `isInline`: whether text follows them. */
export const readGiftAnswers = (text: string, isInline: boolean): GiftParts => {
  const [body = '', ...general] = text.split('####');
  return { ...partsOf(body.trim(), isInline), explanation: showEscapes(general.join('####').trim().replace(FORMAT, '')) };
};
