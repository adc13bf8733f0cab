/** Makes a question of an item of a paper. Nothing is guessed silently: what may be wrong is a finding. Pure. */
import type { ContentNode, Interaction, Question, QuestionOption, ResponseKey } from '@shufang/contract';
import type { ImportFinding } from '../import/imported-item.ts';
import { TRUE_FALSE } from '../question/question-type.ts';
import { parseWrittenNumber } from '../scoring/written-number.ts';
import { alternativesOf, blankAnswers } from './blank-answers.ts';
import type { PaperItem } from './paper-item.ts';
import { ANSWER_BRACKET, BLANK, fold, type PaperType, POINTS_END } from './paper-patterns.ts';
import { linesText } from './read-answer-list.ts';
import {
  hasObjects,
  joinRich,
  MARKED,
  type ObjectTable,
  plainText,
  type RichText,
  richNodes,
  richText,
  sliceRich,
  trimRich,
} from './rich-text.ts';

const MILLI = 1000;
const TRUE_SIGNS: ReadonlySet<string> = new Set(['√', '✓', '✔', '对', '正确', 'T', 'TRUE', '是', 'Y']);
const FALSE_SIGNS: ReadonlySet<string> = new Set(['×', '✗', '✘', '错', '错误', 'F', 'FALSE', '否', 'X', 'N', '不正确', '不对']);

export interface PaperParts {
  readonly body: ContentNode[];
  readonly responses: (readonly [id: string, interaction: Interaction, key: ResponseKey])[];
}

type Context = { readonly objects: ObjectTable; readonly findings: Set<ImportFinding>; readonly prefix: string };

const slot = (interaction: string): ContentNode => ({ name: 'slot', attributes: { interaction } });

/** Returns lines of a rich text as paragraphs. */
export const paragraphsOf = (rich: RichText, objects: ObjectTable): ContentNode[] => {
  const paragraphs: ContentNode[] = [];
  let start = 0;
  for (const part of rich.text.split('\n')) {
    const children = richNodes(trimRich(sliceRich(rich, start, start + part.length)), objects);
    if (children.length > 0) paragraphs.push({ name: 'p', children });
    start += part.length + 1;
  }
  return paragraphs;
};

const sign = (text: string): 'true' | 'false' | undefined => {
  const folded = fold(text)
    .replace(/[。.\s()]/g, '')
    .toUpperCase();
  if (TRUE_SIGNS.has(folded)) return 'true';
  return FALSE_SIGNS.has(folded) ? 'false' : undefined;
};

const lettersIn = (text: string): string[] | undefined => {
  const folded = fold(text)
    .toUpperCase()
    .trim()
    .replace(/[。.]$/, '');
  const match = /^[([]?\s*([A-J](?:\s*[,、;&和]?\s*[A-J])*)\s*[)\]]?(?:\s*[.、:]\s*\S.*)?$/s.exec(folded);
  if (match === null) return undefined;
  const letters = (match[1] ?? '').replace(/[^A-J]/g, '');
  return [...new Set(letters)].toSorted();
};

const numberRule = (text: string, milli: number): ResponseKey | undefined => {
  const number = parseWrittenNumber(text);
  return number?.unit === '' && !/^[+]/.test(text)
    ? { rule: 'number', milli, value: text, tolerance: { kind: 'absolute', amount: '0' }, units: [], withoutUnitMilli: milli }
    : undefined;
};

const blankKey = (answer: RichText, milli: number, { objects, findings }: Context): ResponseKey => {
  // A formula is compared as it is written in LaTeX, which a student would have to guess.
  if (
    hasObjects(answer) &&
    richNodes(answer, objects).some((node) => typeof node === 'object' && (node.name === 'math' || node.name === 'img'))
  )
    findings.add('formula');
  const texts = alternativesOf(plainText(answer, objects).replace(/[。]$/, ''));
  const [only] = texts;
  const number = texts.length === 1 && only !== undefined ? numberRule(fold(only), milli) : undefined;
  return number ?? { rule: 'text', milli, accepted: texts.map((text) => ({ text, milli })), isCaseSensitive: true };
};

/** Removes the answer from the bracket in a stem. Returns the answers that were in brackets. */
const takeBracketed = (stem: RichText): { stem: RichText; answers: string[] } => {
  const answers: string[] = [];
  const parts: RichText[] = [];
  let start = 0;
  for (const match of fold(stem.text).matchAll(ANSWER_BRACKET)) {
    answers.push(match[1] ?? '');
    parts.push(sliceRich(stem, start, match.index), richText('（　　）'));
    start = match.index + match[0].length;
  }
  return { stem: joinRich([...parts, sliceRich(stem, start)]), answers };
};

/** Points of `count` blanks that add up to the points of the question. */
const shares = (item: PaperItem, count: number): number[] => {
  const whole = Math.round((item.points ?? item.section?.points ?? 1) * MILLI);
  if (item.points === undefined && (item.section?.isPerBlank === true || item.section?.points === undefined))
    return Array.from({ length: count }, () => whole);
  const each = Math.floor(whole / count);
  return Array.from({ length: count }, (_each, index) => (index === 0 ? whole - each * (count - 1) : each));
};

const choiceParts = (
  item: PaperItem,
  stem: RichText,
  letters: readonly string[],
  type: PaperType | undefined,
  context: Context,
): PaperParts => {
  const { objects, findings, prefix } = context;
  const options: QuestionOption[] = item.options.map(({ letter, rich }) => ({
    id: letter,
    content: richNodes(rich, objects),
    ...(/^(?:以上|上述)/.test(rich.text) ? { isFixed: true } : {}),
  }));
  const isMultiple = type === 'multiple' || letters.length > 1;
  if (type === 'single' && letters.length > 1) findings.add('unclearParts');
  if (item.options.length < 2) findings.add('unclearParts');
  const [milli = MILLI] = shares(item, 1);
  return {
    body: [...paragraphsOf(stem, objects), slot(`${prefix}RESPONSE`)],
    responses: [
      [
        `${prefix}RESPONSE`,
        { type: 'choice', options, maximumChoices: isMultiple ? 0 : 1, isShuffled: false },
        { rule: 'choice', milli, correct: [...letters], incompleteMilli: 0 },
      ],
    ],
  };
};

const trueFalseParts = (item: PaperItem, stem: RichText, value: 'true' | 'false', { objects, prefix }: Context): PaperParts => {
  const options: QuestionOption[] = [
    { id: TRUE_FALSE[0], content: ['对'] },
    { id: TRUE_FALSE[1], content: ['错'] },
  ];
  const [milli = MILLI] = shares(item, 1);
  return {
    body: [...paragraphsOf(stem, objects), slot(`${prefix}RESPONSE`)],
    responses: [
      [
        `${prefix}RESPONSE`,
        { type: 'choice', options, maximumChoices: 1, isShuffled: false },
        { rule: 'choice', milli, correct: [value], incompleteMilli: 0 },
      ],
    ],
  };
};

const essayParts = (item: PaperItem, stem: RichText, answer: RichText, { objects, prefix }: Context): PaperParts => {
  const sample = paragraphsOf(answer, objects);
  const [milli = MILLI] = shares(item, 1);
  return {
    body: [...paragraphsOf(stem, objects), slot(`${prefix}RESPONSE`)],
    responses: [[`${prefix}RESPONSE`, { type: 'extendedText' }, { rule: 'manual', milli, ...(sample.length > 0 ? { sample } : {}) }]],
  };
};

const blankParts = (
  item: PaperItem,
  stem: RichText,
  blanks: readonly RegExpExecArray[],
  answers: readonly RichText[],
  context: Context,
): PaperParts => {
  const { objects, prefix } = context;
  const milli = shares(item, answers.length);
  const nodes: ContentNode[] = [];
  let start = 0;
  for (const [index, match] of blanks.entries()) {
    nodes.push(...richNodes(sliceRich(stem, start, match.index), objects), slot(`${prefix}BLANK${index + 1}`));
    start = match.index + match[0].length;
  }
  nodes.push(...richNodes(sliceRich(stem, start), objects));
  if (blanks.length === 0) nodes.push(slot(`${prefix}BLANK1`));
  return {
    body: [{ name: 'p', children: nodes.filter((node) => node !== '') }],
    responses: answers.map(
      (answer, index) => [`${prefix}BLANK${index + 1}`, { type: 'textEntry' }, blankKey(answer, milli[index] ?? MILLI, context)] as const,
    ),
  };
};

/** Returns the letters of the options that only a color labels. */
const markedLetters = (item: PaperItem): string[] =>
  item.options.filter(({ rich }) => rich.text !== '' && rich.flags.some((flag) => (flag & MARKED) !== 0)).map(({ letter }) => letter);

const isEssay = (type: PaperType | undefined): boolean => type === 'essay';

const withoutPoints = (item: PaperItem, stem: RichText): RichText => {
  const points = POINTS_END.exec(fold(stem.text));
  if (points === null) return stem;
  item.points ??= Number(points[1]);
  return sliceRich(stem, 0, points.index);
};

/** Returns the parts of an item without sub-items; undefined if it has no answer that a question needs. */
const simpleParts = (item: PaperItem, context: Context): PaperParts | undefined => {
  const { findings } = context;
  const type = item.type ?? item.section?.type;
  const bracketed = takeBracketed(withoutPoints(item, linesText(item.stem)));
  const given = linesText(item.answer);
  const plain = plainText(given, context.objects);
  if (item.options.length > 0) {
    const stated = lettersIn(plain);
    const inStem = bracketed.answers.length === 1 ? lettersIn(bracketed.answers[0] ?? '') : undefined;
    const marked = markedLetters(item);
    if (plain !== '' && stated === undefined) findings.add('unclearParts');
    if (stated !== undefined && inStem !== undefined && stated.join('') !== inStem.join('')) findings.add('twoAnswers');
    if (isEssay(item.type) || type === 'blank' || type === 'trueFalse') findings.add('unclearParts');
    const letters = stated ?? inStem ?? (marked.length > 0 && marked.length < item.options.length ? marked : undefined);
    if (letters === undefined) return undefined;
    if (stated === undefined && inStem === undefined) findings.add('markedAnswer');
    return choiceParts(item, bracketed.answers.length === 1 ? bracketed.stem : linesText(item.stem), letters, type, context);
  }
  const stem = linesText(item.stem);
  const value = sign(plain) ?? (plain === '' && bracketed.answers.length === 1 ? sign(bracketed.answers[0] ?? '') : undefined);
  if (value !== undefined && (type === 'trueFalse' || (type === undefined && !/_{2,}/.test(fold(stem.text)))))
    return trueFalseParts(item, withoutPoints(item, bracketed.answers.length === 1 ? bracketed.stem : stem), value, context);
  if (type === 'trueFalse' || type === 'single' || type === 'multiple' || type === 'choice') {
    if (plain !== '') findings.add('unclearParts');
    return undefined;
  }
  const body = withoutPoints(item, stem);
  const blanks = [...fold(body.text).matchAll(BLANK)];
  const isBlank = type === 'blank' || (type === undefined && blanks.length > 0);
  if (isBlank) {
    const answers = plain === '' ? undefined : blankAnswers(given, Math.max(1, blanks.length));
    if (answers !== undefined) return blankParts(item, body, blanks, answers, context);
    if (plain === '') return undefined;
    findings.add('unclearParts');
    return essayParts(item, body, given, context);
  }
  if (plain === '' && !isEssay(type)) return undefined;
  return essayParts(item, body, given, context);
};

/** Gives the sub-items their answers, if these are written together: `(1)A (2)B`. */
const shareAnswer = (item: PaperItem): boolean => {
  const whole = linesText(item.answer);
  if (whole.text === '') return true;
  const parts = blankAnswers(whole, item.children.length);
  if (parts === undefined || item.children.some((child) => child.answer.length > 0)) return false;
  for (const [index, child] of item.children.entries()) child.answer = [parts[index] ?? richText('')];
  item.answer = [];
  return true;
};

const isPlain = (item: PaperItem): boolean => item.options.length === 0 && item.answer.length === 0 && item.children.length === 0;

/** Returns an item whose sub-items are one essay as one item without sub-items. */
const withoutPlainChildren = (item: PaperItem): PaperItem => ({
  ...item,
  stem: [...item.stem, ...item.children.map((child) => joinRich([richText(`（${child.number}）`), linesText(child.stem)]))],
  children: [],
});

/** The answer behind the last of several sub-items without options may be that of all: then it belongs to the item. */
const withCommonAnswer = (item: PaperItem, { findings }: Context): PaperItem => {
  const last = item.children.at(-1);
  const others = item.children.slice(0, -1);
  if (last === undefined || others.length === 0 || item.answer.length > 0 || last.answer.length === 0 || last.options.length > 0)
    return item;
  if (!others.every(isPlain)) return item;
  if (!/^\s*(?:\(1\)|①|1\s*[.、])/.test(fold(linesText(last.answer).text))) findings.add('unclearParts');
  return { ...item, answer: last.answer, children: [...others, { ...last, answer: [] }] };
};

/** Returns the parts of an item; undefined if it, or one of its sub-items, has no answer. */
export const paperParts = (given: PaperItem, context: Context): PaperParts | undefined => {
  if (given.children.length === 0) return simpleParts(given, context);
  const item = withCommonAnswer(given, context);
  const isOneEssay = item.children.every((child) => isPlain(child) && ![...fold(linesText(child.stem).text).matchAll(/_{2,}/g)].length);
  if (isOneEssay) return simpleParts(withoutPlainChildren(item), context);
  if (!shareAnswer(item)) context.findings.add('unclearParts');
  const body = paragraphsOf(linesText(item.stem), context.objects);
  const responses: PaperParts['responses'] = [];
  for (const child of item.children) {
    const inherited: PaperItem = {
      ...child,
      type: child.type ?? (child.section === item.section && isEssay(item.section?.type) ? undefined : child.section?.type),
    };
    const own: PaperItem = {
      ...inherited,
      section: undefined,
      points: child.points ?? (item.children.length > 0 && !isEssay(item.section?.type) ? item.section?.points : undefined),
    };
    const parts = simpleParts(own.type === undefined && own.options.length === 0 && own.answer.length > 0 ? guessed(own) : own, {
      ...context,
      prefix: `Q${child.number}_`,
    });
    if (parts === undefined) return undefined;
    const [first, ...rest] = parts.body;
    const label = `（${child.number}）`;
    body.push(
      ...(typeof first === 'object' && first.name === 'p'
        ? [{ ...first, children: [label, ...(first.children ?? [])] }, ...rest]
        : [{ name: 'p' as const, children: [label] }, ...parts.body]),
    );
    responses.push(...parts.responses);
    for (const finding of child.findings) context.findings.add(finding);
  }
  return { body, responses };
};

/** A sub-item without options and blanks is an essay. */
const guessed = (item: PaperItem): PaperItem => (/_{2,}/.test(fold(linesText(item.stem).text)) ? item : { ...item, type: 'essay' });

export const questionOf = ({ body, responses }: PaperParts, explanation: ContentNode[]): Question => ({
  view: { id: 'item', title: '', body, interactions: Object.fromEntries(responses.map(([id, interaction]) => [id, interaction])) },
  key: { responses: Object.fromEntries(responses.map(([id, , key]) => [id, key])), explanation },
});
