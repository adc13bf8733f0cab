/**
 * Makes a question of a practice question in a book. Its answer is written as in Chinese textbooks: letters of options, 对 or 错, or the
 * contents of the blanks, parted by a semicolon; what is accepted instead of one another is parted by “或” between spaces. An answer in any
 * other form is not guessed: the reader compares theirs with it. Pure.
 */
import {
  type ContentNode,
  contentText,
  type Interaction,
  type PracticeItem,
  type Question,
  type QuestionOption,
  type ResponseKey,
} from '@shufang/contract';
import { findQuestionProblems } from '../question/find-question-problems.ts';
import { TRUE_FALSE } from '../question/question-type.ts';
import { parseWrittenNumber } from '../scoring/written-number.ts';

/** Points of a practice question, and of a multiple choice of which a part was found. They are never added to a grade. */
const MILLI = 1000;
const INCOMPLETE_MILLI = 500;

const PREFIX = /^\s*(?:参考|正确)?答案\s*(?:[:：]|是|为)?\s*/;
const BLANK = /_{3,}|＿{2,}|（[\s\u3000\u00a0]+）|\([\s\u3000\u00a0]{2,}\)/g;
const TRUE_TEXTS: ReadonlySet<string> = new Set(['对', '正确', '是', '√', '✓', 'true', 't']);
const FALSE_TEXTS: ReadonlySet<string> = new Set(['错', '错误', '不对', '否', '×', '✗', 'false', 'f']);

const answerText = ({ answer }: PracticeItem): string => contentText(answer).replace(PREFIX, '').trim();
const withoutStop = (text: string): string => text.replace(/[。.]$/, '').trim();

const slotOf = (interaction: string): ContentNode => ({ name: 'slot', attributes: { interaction } });

type Parts = {
  readonly body: readonly ContentNode[];
  readonly responses: readonly (readonly [id: string, interaction: Interaction, key: ResponseKey])[];
};

const letterOf = (index: number): string => String.fromCodePoint(65 + index);

const choiceParts = (item: PracticeItem): Parts | undefined => {
  const text = withoutStop(answerText(item)).normalize('NFKC').toUpperCase();
  if (!/^[A-Z](?:[\s,、;]*[A-Z])*$/.test(text)) return undefined;
  const correct = [...new Set(text.replace(/[^A-Z]/g, ''))];
  const options: QuestionOption[] = item.options.map((content, index) => ({ id: letterOf(index), content }));
  const interaction: Interaction = { type: 'choice', options, maximumChoices: correct.length === 1 ? 1 : 0, isShuffled: false };
  const key: ResponseKey = { rule: 'choice', milli: MILLI, correct, incompleteMilli: correct.length === 1 ? 0 : INCOMPLETE_MILLI };
  return { body: [...item.question, slotOf('RESPONSE')], responses: [['RESPONSE', interaction, key]] };
};

const trueFalseParts = (item: PracticeItem): Parts | undefined => {
  const text = withoutStop(answerText(item)).toLowerCase();
  const isTrue = TRUE_TEXTS.has(text);
  if (!isTrue && !FALSE_TEXTS.has(text)) return undefined;
  const options: QuestionOption[] = [
    { id: TRUE_FALSE[0], content: ['对'] },
    { id: TRUE_FALSE[1], content: ['错'] },
  ];
  const interaction: Interaction = { type: 'choice', options, maximumChoices: 1, isShuffled: false };
  const key: ResponseKey = { rule: 'choice', milli: MILLI, correct: [TRUE_FALSE[isTrue ? 0 : 1]], incompleteMilli: 0 };
  return { body: [...item.question, slotOf('RESPONSE')], responses: [['RESPONSE', interaction, key]] };
};

const blankKey = (text: string): ResponseKey | undefined => {
  const accepted = text
    .split(/\s+或\s+/)
    .map((each) => each.trim())
    .filter((each) => each !== '');
  const [only] = accepted;
  if (only === undefined) return undefined;
  const number = accepted.length === 1 ? parseWrittenNumber(only) : undefined;
  if (number?.unit === '')
    return { rule: 'number', milli: MILLI, value: only, tolerance: { kind: 'absolute', amount: '0' }, units: [], withoutUnitMilli: MILLI };
  return { rule: 'text', milli: MILLI, accepted: accepted.map((each) => ({ text: each, milli: MILLI })), isCaseSensitive: true };
};

/** Replaces the blanks of a text by slots. Returns how many there are. */
const cutBlanks = (nodes: readonly ContentNode[], from: number): { nodes: readonly ContentNode[]; count: number } => {
  let count = 0;
  const result = nodes.flatMap((node): readonly ContentNode[] => {
    if (typeof node !== 'string') {
      const inner = cutBlanks(node.children ?? [], from + count);
      count += inner.count;
      return [node.children === undefined ? node : { ...node, children: inner.nodes }];
    }
    const texts = node.split(BLANK);
    return texts.flatMap((text, index) => {
      if (index === 0) return text === '' ? [] : [text];
      count += 1;
      return [slotOf(`BLANK${from + count}`), ...(text === '' ? [] : [text])];
    });
  });
  return { nodes: result, count };
};

const blankParts = (item: PracticeItem): Parts | undefined => {
  const cut = cutBlanks(item.question, 0);
  const body = cut.count === 0 ? [...item.question, slotOf('BLANK1')] : cut.nodes;
  const count = Math.max(1, cut.count);
  const text = answerText(item);
  const texts = count === 1 ? [text] : text.split(/[；;]/);
  const keys = texts.map((each, index) => blankKey(index === texts.length - 1 ? withoutStop(each) : each.trim()));
  if (keys.length !== count) return undefined;
  const responses = keys.flatMap((key, index) =>
    key === undefined ? [] : [[`BLANK${index + 1}`, { type: 'textEntry' as const }, key] as const],
  );
  return responses.length === count ? { body, responses } : undefined;
};

const generalParts = (item: PracticeItem): Parts => {
  const options: ContentNode[] = item.options.map((children) => ({ name: 'p', children }));
  return {
    body: [...item.question, ...options, slotOf('RESPONSE')],
    responses: [['RESPONSE', { type: 'extendedText' }, { rule: 'manual', milli: MILLI, sample: item.answer }]],
  };
};

const partsOf = (item: PracticeItem): Parts | undefined => {
  switch (item.problem) {
    case 'multipleChoice':
      return choiceParts(item);
    case 'trueFalse':
      return trueFalseParts(item);
    case 'blank':
      return blankParts(item);
    case 'general':
      return undefined;
  }
};

const questionOf = (item: PracticeItem, { body, responses }: Parts): Question => ({
  view: {
    id: 'practice',
    title: '',
    body: [...body],
    interactions: Object.fromEntries(responses.map(([id, interaction]) => [id, interaction])),
  },
  key: { responses: Object.fromEntries(responses.map(([id, , key]) => [id, key])), explanation: item.explanation },
});

/** Returns the question. If its answer is in no known form, it has the rule `manual` with the answer as its sample. */
export const questionFromPractice = (item: PracticeItem): Question => {
  const parts = partsOf(item);
  const question = parts && questionOf(item, parts);
  return question !== undefined && findQuestionProblems(question).length === 0 ? question : questionOf(item, generalParts(item));
};
