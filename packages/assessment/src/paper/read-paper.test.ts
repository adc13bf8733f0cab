import { contentText } from '@shufang/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readQuestionFile } from '../import/read-question-file.ts';
import { findQuestionProblems } from '../question/find-question-problems.ts';
import { type Tally, tallyItems } from '../testing/compare-items.ts';
import { PNG, wordFile } from '../testing/word-file.ts';
import { HABITS } from '../testing/word-habits.ts';
import { PAPERS } from '../testing/word-papers.ts';
import { readPaperText } from './read-paper.ts';

const tallyOf = (papers: typeof PAPERS): Tally => {
  const tally: Tally = { items: 0, certain: 0, wrong: [], uncertain: [] };
  for (const { name, lines, items } of papers) tallyItems(name, readQuestionFile(wordFile(lines)).items, items, tally);
  return tally;
};
const only = (...lines: string[]) => {
  const { items } = readQuestionFile(wordFile(lines));
  const [item] = items;
  if (item === undefined || items.length !== 1) throw new Error(`${items.length} items`);
  return item;
};

describe('Word papers', () => {
  it.each([...new Set(PAPERS.map(({ name }) => name))])('reads every item in the form “%s”', (name) => {
    const { wrong, uncertain } = tallyOf(PAPERS.filter((paper) => paper.name === name));
    expect([wrong, uncertain]).toEqual([[], []]);
  });

  it('is certain of at least 95 percent of 200 items, and of none wrongly', () => {
    const { items, certain, wrong } = tallyOf(PAPERS);
    expect(items).toBeGreaterThanOrEqual(200);
    expect(certain / items).toBeGreaterThanOrEqual(0.95);
    expect(wrong).toEqual([]);
  });

  it('is certain of at least 95 percent of the items in other habits, and of none wrongly', () => {
    const { items, certain, wrong } = tallyOf(HABITS);
    expect(certain / items).toBeGreaterThanOrEqual(0.95);
    expect(wrong).toEqual([]);
  });

  it('brings the pictures, and the formulas as MathML', () => {
    const file = readQuestionFile(wordFile(['1. 如图{img}，{math:sqrt} 等于（ ）', 'A. 1', 'B. {math:frac}', '答案：B']));
    expect([...file.pictures]).toEqual([['word/media/image1.png', PNG]]);
    const body = JSON.stringify(file.items[0]?.question?.view.body);
    expect(body).toContain('"src":"word/media/image1.png"');
    expect(body).toContain('"name":"msqrt"');
    expect(contentText(file.items[0]?.question?.view.body ?? [])).toContain('\\sqrt{3}');
  });

  it('gives what the file says about a question', () => {
    const item = only('1. 谁？', 'A. 甲', 'B. 乙', '答案：B', '难度：较难', '考点：人物、历史');
    expect(item.labels).toEqual({ difficulty: 4, knowledgePoints: ['人物', '历史'] });
  });

  it.each([
    ['check', 'pictureFormula', ['1. 求{ole}的值', 'A. 1', 'B. 2', '答案：A']],
    ['check', 'markedAnswer', ['1. 谁？', 'A. 甲', '{red:B. 乙}']],
    ['check', 'twoAnswers', ['1. 谁？（ A ）', 'A. 甲', 'B. 乙', '答案：B']],
    ['check', 'unclearParts', ['1.【单选题】谁？', 'A. 甲', 'B. 乙', '答案：AB']],
    ['check', 'unclearParts', ['1.【填空题】____和____', '答案：只有一个']],
    ['refused', 'unfinished', ['1. 谁？', 'A. 甲', 'B. 乙']],
    ['refused', 'questionProblem', ['1. 谁？', 'A. 甲', 'B. 乙', '答案：D']],
  ])('is %s because of %s', (verdict, finding, lines) => {
    const item = only(...lines);
    expect(item.verdict).toBe(verdict);
    expect(item.findings).toContain(finding);
    expect(item.source).toContain('1.');
  });

  it('is not certain of the items before and after a missing number', () => {
    const { items } = readQuestionFile(wordFile(['1. 甲？', 'A. 一', 'B. 二', '答案：A', '3. 丙？', 'A. 一', 'B. 二', '答案：A']));
    expect(items.map(({ verdict, findings }) => [verdict, findings])).toEqual([
      ['check', ['numberOrder']],
      ['check', ['numberOrder']],
    ]);
  });

  it('reads a text as well, and ends for any text', () => {
    expect(readPaperText('1、谁？\nA、甲\nB、乙\n答案：B').map(({ verdict }) => verdict)).toEqual(['certain']);
    const pieces = fc.constantFrom(
      '1.',
      '2、',
      '（1）',
      'A. ',
      'B．',
      '答案：',
      'A',
      '√',
      '参考答案',
      '1-5 ABCDE',
      '一、选择题',
      '____',
      '\n',
      '\n',
      '解析：',
      '题',
      ' ',
      '【',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
        for (const { question, verdict } of readPaperText(parts.join(''))) {
          expect(question === undefined).toBe(verdict === 'refused');
          expect(question === undefined ? [] : findQuestionProblems(question)).toEqual([]);
        }
      }),
    );
  });
});
