/** Reads a paper as Chinese teachers write it: a Word document, or a text. Pure. */
import type { ContentNode } from '@shufang/contract';
import { type ImportedItem, type ImportFinding, judgeItem } from '../import/imported-item.ts';
import type { WordDocument, WordLine } from '../word/read-docx.ts';
import { type CutPaper, cutPaper } from './cut-paper.ts';
import type { PaperItem } from './paper-item.ts';
import { fold } from './paper-patterns.ts';
import { paperParts, paragraphsOf, questionOf } from './paper-question.ts';
import { type ListedAnswer, linesText } from './read-answer-list.ts';
import { ObjectTable, plainText, type RichText, richText } from './rich-text.ts';

const KNOWLEDGE_MAX = 20;
const KNOWLEDGE_CHARS_MAX = 30;

const sameText = (a: readonly RichText[], b: readonly RichText[]): boolean =>
  fold(linesText(a).text).replace(/[\s。,、;]/g, '') === fold(linesText(b).text).replace(/[\s。,、;]/g, '');

/** Returns the listed answer of an item: of its section if the numbers start again in each section, else of its number. */
const listedOf = (item: PaperItem, { items, list }: CutPaper): ListedAnswer | undefined => {
  const candidates = list.answers.filter(({ number, isUsed }) => number === item.number && !isUsed);
  const isRepeated = items.filter(({ number }) => number === item.number).length > 1;
  if (!isRepeated)
    return candidates.length === 1 ? candidates[0] : candidates.find(({ section }) => section?.ordinal === item.section?.ordinal);
  return candidates.find(
    ({ section }) =>
      section !== undefined &&
      item.section !== undefined &&
      (section.ordinal !== '' && item.section.ordinal !== ''
        ? section.ordinal === item.section.ordinal
        : section.type === item.section.type),
  );
};

const assignAnswers = (cut: CutPaper): void => {
  for (const item of cut.items) {
    const listed = listedOf(item, cut);
    if (listed === undefined) continue;
    listed.isUsed = true;
    if (item.answer.length > 0 && listed.answer.length > 0 && !sameText(item.answer, listed.answer)) item.findings.add('twoAnswers');
    if (item.answer.length === 0) item.answer = listed.answer.filter(({ text }) => text !== '');
    if (item.explanation.length === 0) item.explanation = listed.explanation.filter(({ text }) => text !== '');
  }
  // An answer without an item: an item was not found, and its text is in the one before it.
  for (const { number } of cut.list.answers.filter(({ isUsed }) => !isUsed)) {
    const before = cut.items.findLast((item) => item.number < number) ?? cut.items.at(-1);
    before?.findings.add('numberOrder');
  }
};

const DIFFICULTIES: readonly (readonly [RegExp, number])[] = [
  [/较易|偏易|比较容易/, 2],
  [/较难|偏难|比较难/, 4],
  [/容易|简单|易/, 1],
  [/中/, 3],
  [/困难|难/, 5],
];

const difficultyOf = (text: string): number | undefined => {
  const folded = fold(text);
  const digit = /^\s*([1-5])\s*(?:级|星)?\s*$/.exec(folded);
  if (digit !== null) return Number(digit[1]);
  const share = /^\s*(0?\.\d+)\s*$/.exec(folded);
  // A coefficient of difficulty is the share of points that students get: 0.85 is easy.
  if (share !== null) return Math.min(5, Math.max(1, 5 - Math.floor(Number(share[1]) * 5)));
  return DIFFICULTIES.find(([pattern]) => pattern.test(text))?.[1];
};

const labelsOf = (item: PaperItem): ImportedItem['labels'] => {
  const difficulty = difficultyOf(item.difficulty);
  const knowledgePoints = item.knowledge
    .split(/[、，,；;\s]+/)
    .map((each) => each.replace(/。$/, '').slice(0, KNOWLEDGE_CHARS_MAX))
    .filter((each) => each !== '')
    .slice(0, KNOWLEDGE_MAX);
  if (difficulty === undefined && knowledgePoints.length === 0) return undefined;
  return { ...(difficulty === undefined ? {} : { difficulty }), knowledgePoints };
};

const sourceOf = (item: PaperItem, objects: ObjectTable): string =>
  [...item.source, ...item.children.flatMap((child) => child.source)].map((text) => plainText(richText(text), objects)).join('\n');

const explanationOf = (item: PaperItem, objects: ObjectTable): ContentNode[] => [
  ...paragraphsOf(linesText(item.explanation), objects),
  ...item.children.flatMap((child) => paragraphsOf(linesText(child.explanation), objects)),
];

/** Returns an item of a paper, or of a table, with its question. */
export const readPaperItem = (item: PaperItem, objects: ObjectTable): ImportedItem => {
  const findings = new Set<ImportFinding>(item.findings);
  const parts = paperParts(item, { objects, findings, prefix: '' });
  if (parts === undefined) findings.add('unfinished');
  const question = parts && questionOf(parts, explanationOf(item, objects));
  const labels = labelsOf(item);
  return { ...judgeItem(item.line, sourceOf(item, objects), { question, findings: [...findings] }), ...(labels && { labels }) };
};

/** Returns the items of a paper, in order. */
export const readPaper = ({ lines, objects }: Pick<WordDocument, 'lines' | 'objects'>): ImportedItem[] => {
  const cut = cutPaper(lines);
  assignAnswers(cut);
  return cut.questions.map((item) => readPaperItem(item, objects));
};

/** Returns the items of a paper that is a plain text. */
export const readPaperText = (text: string): ImportedItem[] => {
  const lines = text
    .replace(/^\ufeff/, '')
    .split(/\r\n?|\n/)
    .map((line, index): WordLine => ({ line: index + 1, rich: richText(line.replace(/[\ue000-\uf8ff]/g, '')), findings: [] }));
  return readPaper({ lines, objects: new ObjectTable() });
};
