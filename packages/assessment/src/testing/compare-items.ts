/** Compares imported items with what they must be. */
import { contentText } from '@shufang/contract';
import type { ImportedItem } from '../import/imported-item.ts';
import { questionType } from '../question/question-type.ts';
import type { ExpectedItem } from './word-papers.ts';

const answersOf = ({ question }: ImportedItem): string[] =>
  Object.values(question?.key.responses ?? {}).flatMap((key) => {
    switch (key.rule) {
      case 'choice':
        return key.correct;
      case 'text':
        return key.accepted.map(({ text }) => text);
      case 'number':
        return [key.value];
      case 'manual':
        return [contentText(key.sample ?? [])];
      default:
        return [];
    }
  });

/** Returns what is different; undefined if the item is as expected. */
export const difference = (item: ImportedItem, expected: ExpectedItem): string | undefined => {
  const { question } = item;
  if (question === undefined) return 'no question';
  const type = questionType(question);
  if (type !== expected.type && !(type === 'numeric' && expected.type === 'blank')) return `type ${type}, not ${expected.type}`;
  const text = contentText(question.view.body);
  if (!text.includes(expected.stem)) return `text ${text} without ${expected.stem}`;
  const [interaction] = Object.values(question.view.interactions);
  if (expected.options !== undefined && interaction?.type === 'choice') {
    const options = interaction.options.map(({ content }) => contentText(content));
    if (options.join('|') !== expected.options.join('|')) return `options ${options.join('|')}`;
  }
  const answers = answersOf(item);
  const isSame =
    expected.type === 'shortAnswer'
      ? answers.join('').includes(expected.answers[0] ?? '')
      : answers.join('|') === expected.answers.join('|');
  if (!isSame) return `answers ${answers.join('|')}, not ${expected.answers.join('|')}`;
  const points = Object.values(question.key.responses).reduce((sum, { milli }) => sum + milli, 0) / 1000;
  return expected.points !== undefined && points !== expected.points ? `points ${points}, not ${expected.points}` : undefined;
};

export type Tally = { items: number; certain: number; wrong: string[]; uncertain: string[] };

/** Counts the certain items and those that are wrong among them. An item that was not found is not certain. */
export const tallyItems = (name: string, items: readonly ImportedItem[], expected: readonly ExpectedItem[], tally: Tally): void => {
  let from = 0;
  for (const each of expected) {
    tally.items += 1;
    const index = items.findIndex((item, at) => at >= from && contentText(item.question?.view.body ?? [item.source]).includes(each.stem));
    const item = items[index];
    if (item === undefined) {
      tally.uncertain.push(`${name}: not found: ${each.stem}`);
      continue;
    }
    from = index + 1;
    if (item.verdict !== 'certain') {
      tally.uncertain.push(`${name}: ${each.stem}: ${item.verdict} ${[...item.findings, ...item.problems].join(' ')}`);
      continue;
    }
    tally.certain += 1;
    const wrong = difference(item, each);
    if (wrong !== undefined) tally.wrong.push(`${name}: ${each.stem}: ${wrong}`);
  }
  const surplus = items.filter(({ verdict }) => verdict === 'certain').length - expected.length;
  if (surplus > 0) tally.wrong.push(`${name}: ${surplus} certain items too many`);
};
