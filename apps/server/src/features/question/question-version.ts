/** Prepares the content of a question for storage. */
import { createHash } from 'node:crypto';
import { findQuestionProblems, questionType } from '@shufang/assessment';
import { CodedError, type ContentNode, contentText, LIMITS, type Question, type QuestionLabels } from '@shufang/contract';
import { foldLine } from '@shufang/contract/fold-text';
import { QUESTION_LIMITS } from './limits.ts';
import type { NewVersion } from './question-store.ts';

/** Pictures are part of the question, so that a paper never depends on another file or server. */
const PICTURE = /^data:image\/(?:png|jpeg|gif|webp|svg\+xml);base64,[A-Za-z0-9+/]+=*$/;

const picturesIn = (nodes: readonly ContentNode[]): string[] =>
  nodes.flatMap((node) => {
    if (typeof node === 'string') return [];
    return [...(node.name === 'img' ? [node.attributes?.src ?? ''] : []), ...picturesIn(node.children ?? [])];
  });

/** Returns every text of a question: its own, those of the options, of the sample answers and of the explanation. */
const textsOf = ({ view, key }: Question): (readonly ContentNode[])[] => [
  view.body,
  ...Object.values(view.interactions).flatMap((each) => {
    if (each.type === 'match') return [...each.sources, ...each.targets].map(({ content }) => content);
    return 'options' in each ? each.options.map(({ content }) => content) : [];
  }),
  ...Object.values(key.responses).flatMap((each) => (each.rule === 'manual' && each.sample !== undefined ? [each.sample] : [])),
  key.explanation,
];

const hasForeignPicture = (question: Question): boolean => {
  const pictures = textsOf(question).flatMap(picturesIn);
  const backgrounds = Object.values(question.view.interactions).flatMap((each) => (each.type === 'hotspot' ? [each.picture] : []));
  return [...pictures.filter((src) => src !== ''), ...backgrounds].some((src) => !PICTURE.test(src));
};

/** The derived parts of a version. */
export type PreparedVersion = Pick<NewVersion, 'view' | 'key' | 'type' | 'maximumMilli' | 'excerpt' | 'contentHash'>;

/**
 * Returns the content with what is derived from it. Throws `question.incomplete` if its parts do not fit together or a picture is not part
 * of it, `question.tooLarge`.
 */
export const prepareVersion = (question: Question): PreparedVersion => {
  const { view, key } = question;
  const json = JSON.stringify({ view, key });
  if (json.length > LIMITS.questionChars) throw new CodedError('question.tooLarge');
  if (findQuestionProblems(question).length > 0 || hasForeignPicture(question)) throw new CodedError('question.incomplete');
  return {
    view,
    key,
    type: questionType(question),
    maximumMilli: Object.keys(view.interactions).reduce((sum, id) => sum + (key.responses[id]?.milli ?? 0), 0),
    excerpt: contentText(view.body)
      .replace(/\s+/g, ' ')
      .replace(/(?: ?____)+ *$/, '')
      .trim()
      .slice(0, QUESTION_LIMITS.excerptChars),
    contentHash: createHash('sha256').update(json).digest('hex'),
  };
};

/** Returns the folded text that the search of a bank compares. */
export const searchTextOf = (question: Question, { tags, knowledgePoints }: Pick<QuestionLabels, 'tags' | 'knowledgePoints'>): string =>
  foldLine([question.view.title, ...tags, ...knowledgePoints, ...textsOf(question).map(contentText)].join('\n')).slice(
    0,
    QUESTION_LIMITS.searchedChars,
  );
