/** A question as a paper shows it: its text, its options in order, and its answer as teachers write it. Pure. */
import { type ContentNode, contentText, type Question } from '@shufang/contract';
import { questionType } from '../question/question-type.ts';

export interface QuestionAnswer {
  /** The text; a blank is a slot without an interaction. */
  readonly stem: readonly ContentNode[];
  readonly options: readonly (readonly ContentNode[])[];
  readonly text: string;
  /** The sample of an answer that a teacher scores. */
  readonly sample: readonly ContentNode[];
}

const NAMES = {
  single: '单选题',
  multiple: '多选题',
  trueFalse: '判断题',
  blank: '填空题',
  numeric: '填空题',
  shortAnswer: '简答题',
} as const;
type Named = keyof typeof NAMES;

const isNamed = (type: string): type is Named => Object.hasOwn(NAMES, type);

export const typeName = (question: Question): string => {
  const type = questionType(question);
  return isNamed(type) ? NAMES[type] : '';
};

const withoutSlots = (nodes: readonly ContentNode[]): ContentNode[] =>
  nodes.flatMap((node): ContentNode[] => {
    if (typeof node === 'string') return [node];
    if (node.name === 'slot') return [];
    return [node.children === undefined ? node : { ...node, children: withoutSlots(node.children) }];
  });

/** Signs that would part an answer when it is read again. */
const PARTING = /[;；|\n]|\s(?:或|\/)\s|&&/;

const blankTexts = (question: Question): string[] | undefined => {
  const texts = Object.values(question.key.responses).map((key) => {
    if (key.rule === 'number') return key.value;
    if (key.rule !== 'text' || key.accepted.some(({ text, milli }) => PARTING.test(text) || milli !== key.milli)) return undefined;
    return key.accepted.map(({ text }) => text).join(' 或 ');
  });
  return texts.every((text) => text !== undefined) ? texts : undefined;
};

/** Returns the parts; undefined if a paper in the usual form cannot contain the question. */
export const questionAnswer = (question: Question): QuestionAnswer | undefined => {
  const { view, key } = question;
  const type = questionType(question);
  const [interaction] = Object.values(view.interactions);
  const [responseKey] = Object.values(key.responses);
  if (interaction === undefined || responseKey === undefined || !isNamed(type)) return undefined;
  const stem = withoutSlots(view.body);
  switch (type) {
    case 'trueFalse':
      return responseKey.rule === 'choice'
        ? { stem, options: [], text: responseKey.correct.includes('true') ? '对' : '错', sample: [] }
        : undefined;
    case 'single':
    case 'multiple': {
      if (interaction.type !== 'choice' || responseKey.rule !== 'choice') return undefined;
      const letters = interaction.options.flatMap(({ id }, index) =>
        responseKey.correct.includes(id) ? [String.fromCharCode(65 + index)] : [],
      );
      return { stem, options: interaction.options.map(({ content }) => content), text: letters.join(''), sample: [] };
    }
    case 'blank':
    case 'numeric': {
      const texts = blankTexts(question);
      return texts && { stem: view.body, options: [], text: texts.join('；'), sample: [] };
    }
    case 'shortAnswer': {
      const sample = responseKey.rule === 'manual' ? (responseKey.sample ?? []) : undefined;
      return sample && { stem, options: [], text: contentText(sample).trim(), sample };
    }
  }
};
