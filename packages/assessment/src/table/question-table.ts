/** Questions as a table, one in a row: the template of Excel. Pure. */
import { contentText, type Question } from '@shufang/contract';
import type { ImportedItem } from '../import/imported-item.ts';
import { QuestionFileError } from '../import/question-file-error.ts';
import { optionsIn } from '../paper/cut-paper.ts';
import { newItem, type PaperItem } from '../paper/paper-item.ts';
import { fold, typeNamed } from '../paper/paper-patterns.ts';
import { questionAnswer, typeName } from '../paper/question-answer.ts';
import { readPaperItem } from '../paper/read-paper.ts';
import { ObjectTable, richText, sliceRich, trimRich } from '../paper/rich-text.ts';

type Column = 'type' | 'stem' | 'options' | 'answer' | 'explanation' | 'difficulty' | 'knowledge' | 'points';

/** Titles of the columns; a title may have more, such as `题干（必填）`. */
const TITLES: readonly (readonly [Column, RegExp])[] = [
  ['type', /^(?:题型|题目类型|试题类型|类型)/],
  ['stem', /^(?:题干|试题|题目|问题|题目内容|试题内容)/],
  ['explanation', /^(?:解析|答案解析|试题解析|题目解析)/],
  ['answer', /^(?:答案|正确答案|参考答案|标准答案)/],
  ['difficulty', /^(?:难度|难易)/],
  ['knowledge', /^(?:知识点|考点)/],
  ['points', /^(?:分值|分数|得分)/],
  ['options', /^(?:选项|备选项|备选答案)(?:内容|列表)?$/],
];
const OPTION = /^(?:选项)?\s*([A-J])(?:\s*选项)?$/;
const HEADER_ROWS = 10;

type Header = {
  readonly row: number;
  readonly columns: ReadonlyMap<Column, number>;
  readonly options: readonly (readonly [letter: string, index: number])[];
};

const headerIn = (rows: readonly (readonly string[])[]): Header | undefined => {
  for (const [row, cells] of rows.slice(0, HEADER_ROWS).entries()) {
    const titles = cells.map((cell) => fold(cell).replace(/[\s*]/g, ''));
    const columns = new Map<Column, number>();
    for (const [index, title] of titles.entries()) {
      const column = OPTION.test(title) ? undefined : TITLES.find(([, pattern]) => pattern.test(title))?.[0];
      if (column !== undefined && !columns.has(column)) columns.set(column, index);
    }
    const options = titles.flatMap((title, index) => {
      const letter = OPTION.exec(title)?.[1];
      return letter === undefined ? [] : [[letter, index] as const];
    });
    if (columns.has('stem') && columns.has('answer')) return { row, columns, options };
  }
  return undefined;
};

const itemOf = (cells: readonly string[], { columns, options }: Header, line: number): PaperItem => {
  const cell = (column: Column): string => cells[columns.get(column) ?? -1]?.trim() ?? '';
  const item = newItem(line, line, undefined, 0);
  item.type = typeNamed(cell('type'));
  if (cell('type') !== '' && item.type === undefined) item.findings.add('unclearParts');
  item.stem.push(...(cell('stem') === '' ? [] : [richText(cell('stem'))]));
  for (const [letter, index] of options)
    if ((cells[index]?.trim() ?? '') !== '') item.options.push({ letter, rich: richText(cells[index]?.trim() ?? '') });
  const list = richText(cell('options'));
  const found = optionsIn(fold(list.text), 0);
  for (const [index, { letter, end }] of found.entries())
    item.options.push({ letter, rich: trimRich(sliceRich(list, end, found[index + 1]?.start)) });
  if (list.text !== '' && found.length === 0) item.findings.add('unclearParts');
  if (cell('answer') !== '') item.answer = [richText(cell('answer'))];
  if (cell('explanation') !== '') item.explanation = [richText(cell('explanation'))];
  item.difficulty = cell('difficulty');
  item.knowledge = cell('knowledge');
  const points = /^\d+(?:\.\d+)?/.exec(fold(cell('points')))?.[0];
  item.points = points === undefined ? undefined : Number(points);
  item.source.push(cells.filter((each) => each.trim() !== '').join('\t'));
  return item;
};

/** Returns the questions of a table. Throws `QuestionFileError` if no row has the titles of the columns. */
export const readQuestionTable = (rows: readonly (readonly string[])[]): ImportedItem[] => {
  const header = headerIn(rows);
  if (header === undefined) throw new QuestionFileError('noColumns');
  return rows.slice(header.row + 1).flatMap((cells, index) => {
    if (cells.every((cell) => cell.trim() === '')) return [];
    return [readPaperItem(itemOf(cells, header, header.row + index + 2), new ObjectTable())];
  });
};

export interface QuestionTable {
  /** The titles, then a row for each question. */
  readonly rows: readonly (readonly (string | number)[])[];
  /** Widths of the columns in characters. */
  readonly widths: readonly number[];
  /** Indexes of the questions that a row cannot contain. */
  readonly omitted: readonly number[];
}

const LETTERS = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'] as const;

const rowOf = (question: Question): (string | number)[] | undefined => {
  const answer = questionAnswer(question);
  if (answer === undefined || answer.options.length > LETTERS.length) return undefined;
  const points = Object.values(question.key.responses).reduce((sum, { milli }) => sum + milli, 0) / 1000;
  return [
    typeName(question),
    contentText(answer.stem).trim(),
    ...LETTERS.map((_letter, index) => contentText(answer.options[index] ?? []).trim()),
    answer.text,
    contentText(question.key.explanation).trim(),
    points,
  ];
};

/** Returns the questions as the table that the import reads. Formulas are LaTeX; pictures are their descriptions. */
export const writeQuestionTable = (questions: readonly Question[]): QuestionTable => {
  const rows = questions.map(rowOf);
  return {
    rows: [
      ['题型', '题干', ...LETTERS.map((letter) => `选项${letter}`), '答案', '解析', '分值'],
      ...rows.filter((row) => row !== undefined),
    ],
    widths: [10, 50, ...LETTERS.map(() => 18), 18, 40, 8],
    omitted: rows.flatMap((row, index) => (row === undefined ? [index] : [])),
  };
};
