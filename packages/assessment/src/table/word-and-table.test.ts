import { contentText, type Question } from '@shufang/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeZip } from '../archive/write-zip.ts';
import type { ImportedItem } from '../import/imported-item.ts';
import { readQuestionFile } from '../import/read-question-file.ts';
import { questionType } from '../question/question-type.ts';
import { PNG, wordFile } from '../testing/word-file.ts';
import { PAPERS } from '../testing/word-papers.ts';
import { writeDocx } from '../word/write-docx.ts';
import { readQuestionTable, writeQuestionTable } from './question-table.ts';

const HEADER = ['题型', '题干（必填）', '选项A', '选项B', '选项C', '正确答案', '解析', '难度', '知识点', '分值'];

const questionsIn = (items: readonly ImportedItem[]): Question[] =>
  items.flatMap(({ question }) => (question === undefined ? [] : [question]));
/** What must be equal after an export and an import. */
const essenceOf = (question: Question): unknown => [
  questionType(question),
  contentText(question.view.body).replace(/[\s_（）()]/g, ''),
  Object.values(question.key.responses),
  contentText(question.key.explanation).trim(),
];
/** The questions of papers that a row of a table, or a paragraph of a paper, can contain. */
const PAPER_QUESTIONS = PAPERS.flatMap(({ lines }) => questionsIn(readQuestionFile(wordFile(lines)).items)).filter(
  (question) => Object.keys(question.view.interactions).length === 1 || questionType(question) === 'blank',
);

describe('a table of questions', () => {
  it.each([
    ['certain', [], ['单选题', '谁？', '甲', '乙', '', 'B', '因为', '易', '人物', '2']],
    ['certain', [], ['多选题', '哪些？', '甲', '乙', '丙', 'A,C', '', '', '', '']],
    ['certain', [], ['判断题', '天是蓝的。', '', '', '', '正确', '', '', '', '']],
    ['certain', [], ['填空题', '____和____', '', '', '', '甲；乙', '', '', '', '']],
    ['certain', [], ['简答题', '谈谈。', '', '', '', '要点', '', '', '', '']],
    ['check', ['unclearParts'], ['连线题目', '谁？', '甲', '乙', '', 'B', '', '', '', '']],
    ['refused', ['unfinished'], ['单选题', '谁？', '甲', '乙', '', '', '', '', '', '']],
    ['refused', ['questionProblem'], ['单选题', '谁？', '甲', '乙', '', 'C', '', '', '', '']],
  ])('has a row that is %s', (verdict, findings, row) => {
    const [item] = readQuestionTable([['说明'], HEADER, [], row]);
    expect([item?.verdict, item?.findings, item?.line]).toEqual([verdict, findings, 4]);
  });

  it('may have all options in one cell', () => {
    const [item] = readQuestionTable([
      ['题目', '选项', '答案'],
      ['谁？', 'A. 甲 B. 乙 C. 丙', 'C'],
    ]);
    expect(item?.verdict).toBe('certain');
  });

  it('may be a workbook, with shared and inline strings and gaps', () => {
    const cell = (reference: string, text: string): string => `<c r="${reference}" t="inlineStr"><is><t>${text}</t></is></c>`;
    const sheet = `<worksheet><sheetData><row r="1">${cell('A1', '题干')}${cell('B1', '选项A')}${cell('C1', '选项B')}${cell('E1', '答案')}</row><row r="3"><c r="A3" t="s"><v>0</v></c>${cell('B3', '甲')}${cell('C3', '乙')}${cell('E3', 'B')}</row></sheetData></worksheet>`;
    const workbook = writeZip(
      new Map([
        ['xl/workbook.xml', '<workbook><sheets><sheet name="题" sheetId="1" r:id="rId1"/></sheets></workbook>'],
        ['xl/_rels/workbook.xml.rels', '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>'],
        ['xl/sharedStrings.xml', '<sst><si><r><t>谁</t></r><r><t>？</t></r><rPh><t>shei</t></rPh></si></sst>'],
        ['xl/worksheets/sheet1.xml', sheet],
      ]),
    );
    const file = readQuestionFile(workbook);
    expect([file.format, file.items.map(({ verdict, line, source }) => [verdict, line, source])]).toEqual([
      'excel',
      [['certain', 3, '谁？\t甲\t乙\tB']],
    ]);
  });

  it('is refused without the titles of its columns', () => {
    expect(() => readQuestionTable([['甲', '乙']])).toThrow('题干');
  });

  it('is read as it was written', () => {
    const { rows, omitted } = writeQuestionTable(PAPER_QUESTIONS);
    const read = readQuestionTable(rows.map((row) => row.map(String)));
    const written = PAPER_QUESTIONS.filter((_question, index) => !omitted.includes(index));
    expect(written.length).toBeGreaterThan(150);
    expect(questionsIn(read).map((question) => questionType(question))).toEqual(written.map((question) => questionType(question)));
  });

  it('ends for any cells', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.constantFrom('题干', '答案', 'A', '甲', '____', '√', '选项A', '1'), { maxLength: 6 }), { maxLength: 6 }),
        (rows) => {
          const read = (): readonly ImportedItem[] => readQuestionTable([['题干', '选项A', '选项B', '答案'], ...rows]);
          expect(read().length).toBeLessThanOrEqual(rows.length);
        },
      ),
    );
  });
});

describe('a Word document of questions', () => {
  it('is read as it was written, with formulas and pictures', () => {
    const pictures = new Map([['word/media/image1.png', PNG]]);
    const { bytes, omitted } = writeDocx(PAPER_QUESTIONS, pictures, true);
    const file = readQuestionFile(bytes);
    const written = PAPER_QUESTIONS.filter((_question, index) => !omitted.includes(index));
    expect(file.items.filter(({ verdict }) => verdict !== 'certain').map(({ source, findings }) => [source, findings])).toEqual([]);
    expect(questionsIn(file.items).map(essenceOf)).toEqual(written.map(essenceOf));
    expect([...file.pictures.values()]).toEqual([PNG]);
  });

  it('contains no answers for students', () => {
    const { bytes } = writeDocx(PAPER_QUESTIONS.slice(0, 5), new Map(), false);
    const { items } = readQuestionFile(bytes);
    expect(items.map(({ verdict }) => verdict)).toEqual(['refused', 'refused', 'refused', 'refused', 'refused']);
    expect(items.map(({ source }) => source).join('')).not.toMatch(/答案|解析/);
  });
});
