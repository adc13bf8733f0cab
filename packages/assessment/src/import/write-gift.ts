/** Writes questions in the GIFT format. Pictures and formulas are written as texts. Pure. */
import type { ContentNode, Interaction, Question, ResponseKey } from '@shufang/contract';
import { contentText } from '@shufang/contract';
import type { ExportedText } from '../moodle/write-moodle-xml.ts';
import { questionType } from '../question/question-type.ts';
import { parseWrittenNumber } from '../scoring/written-number.ts';

const escape = (text: string): string =>
  text
    .replace(/[~=#{}:\\]/g, (char) => `\\${char}`)
    .replace(/\s*\n\s*/g, '\\n')
    .trim();

const share = (milli: number, whole: number): string => String(whole === 0 ? 0 : Math.round((milli / whole) * 10_000_000) / 100_000);

const decimal = (written: string): string => {
  const parsed = parseWrittenNumber(written);
  return parsed === undefined ? '0' : String(Number(parsed.value.numerator) / Number(parsed.value.denominator));
};

const choiceAnswers = (interaction: Extract<Interaction, { type: 'choice' | 'inlineChoice' }>, key: ResponseKey): string | undefined => {
  const isSingle = interaction.type === 'inlineChoice' || interaction.maximumChoices === 1;
  const answers = interaction.options.map(({ id, content }) => {
    const text = escape(contentText(content));
    if (key.rule === 'map') {
      const milli = key.entries.find(({ value }) => value === id)?.milli ?? key.defaultMilli;
      return isSingle && milli === key.milli ? `=${text}` : `~%${share(milli, key.milli)}%${text}`;
    }
    if (key.rule !== 'choice') return undefined;
    const isRight = key.correct.includes(id);
    if (isSingle) return `${isRight ? '=' : '~'}${text}`;
    return `~%${isRight ? share(1, key.correct.length) : '-100'}%${text}`;
  });
  return answers.includes(undefined) ? undefined : answers.join('\n');
};

const textOf = (id: string, content: readonly { id: string; content: readonly ContentNode[] }[]): string =>
  escape(contentText(content.find((each) => each.id === id)?.content ?? []));

const answersOf = (question: Question, interaction: Interaction, key: ResponseKey): string | undefined => {
  if (questionType(question) === 'trueFalse') return key.rule === 'choice' ? (key.correct.includes('true') ? 'TRUE' : 'FALSE') : undefined;
  switch (interaction.type) {
    case 'choice':
    case 'inlineChoice':
      return choiceAnswers(interaction, key);
    case 'textEntry': {
      if (key.rule === 'text')
        return key.accepted
          .map(({ text, milli }) => `=${milli === key.milli ? '' : `%${share(milli, key.milli)}%`}${escape(text)}`)
          .join('\n');
      if (key.rule !== 'number') return undefined;
      const value = decimal(key.value);
      const amount =
        key.tolerance.kind === 'absolute'
          ? decimal(key.tolerance.amount)
          : String(Math.abs(Number(value) * Number(decimal(key.tolerance.amount))));
      return `#${value}:${amount}`;
    }
    case 'match':
      return key.rule === 'pairs' && key.correct.length > 1
        ? key.correct
            .map(([source, target]) => `=${textOf(source, interaction.sources)} -> ${textOf(target, interaction.targets)}`)
            .join('\n')
        : undefined;
    case 'extendedText':
      return key.rule === 'manual' ? '' : undefined;
    default:
      return undefined;
  }
};

/** Returns the text around the slot of a question. */
const around = (nodes: readonly ContentNode[]): [before: string, after: string] => {
  const [before = '', after = ''] = contentText(nodes).split('____');
  return [before.trim(), after.trim()];
};

const writeQuestion = (question: Question): string | undefined => {
  const { view, key } = question;
  const entries = Object.entries(view.interactions);
  const [first] = entries;
  const firstKey = first && key.responses[first[0]];
  if (first === undefined || firstKey === undefined || entries.length !== 1) return undefined;
  const answers = answersOf(question, first[1], firstKey);
  if (answers === undefined) return undefined;
  const [before, after] = around(view.body);
  const isInText = first[1].type === 'textEntry' || first[1].type === 'inlineChoice';
  const title = view.title === '' ? '' : `::${escape(view.title)}::`;
  const general = contentText(key.explanation).trim();
  const feedback = general === '' ? '' : `\n####${escape(general)}`;
  const stem = isInText || after === '' ? before : `${before}\n${after}`;
  return `${title}${escape(stem)} {${answers.includes('\n') ? `\n${answers}` : answers}${feedback}${answers.includes('\n') || feedback !== '' ? '\n' : ''}}${isInText && after !== '' ? ` ${escape(after)}` : ''}`;
};

/** Returns the file. */
export const writeGift = (questions: readonly Question[]): ExportedText => {
  const written = questions.map(writeQuestion);
  return {
    text: `${written.filter((each) => each !== undefined).join('\n\n')}\n`,
    omitted: written.flatMap((each, index) => (each === undefined ? [index] : [])),
  };
};
