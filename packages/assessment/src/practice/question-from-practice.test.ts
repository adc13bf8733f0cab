import { contentText, type PracticeItem } from '@shufang/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findQuestionProblems } from '../question/find-question-problems.ts';
import { questionType } from '../question/question-type.ts';
import { scoreQuestion } from '../scoring/score-question.ts';
import { questionFromPractice } from './question-from-practice.ts';

const itemOf = (problem: PracticeItem['problem'], question: string, answer: string, options: readonly string[] = []): PracticeItem => ({
  id: 'ex-1',
  href: 'text/ch01.xhtml',
  problem,
  question: [{ name: 'p', children: [question] }],
  options: options.map((option) => [option]),
  answer: [answer],
  explanation: [{ name: 'p', children: ['因为……'] }],
});
const LINES = ['一行', '两行', '三行'];
const verdictOf = (item: PracticeItem, response: Record<string, string[]>) =>
  scoreQuestion(questionFromPractice(item).key, response).verdict;

describe('a choice', () => {
  it.each([
    ['B', ['B']],
    ['答案：B。', ['B']],
    ['正确答案是 b', ['B']],
    ['Ａ、Ｃ', ['A', 'C']],
    ['AC', ['A', 'C']],
  ])('has the options of the answer “%s”', (answer, correct) => {
    const item = itemOf('multipleChoice', '显示几行？', answer, LINES);
    expect(questionType(questionFromPractice(item))).toBe(correct.length === 1 ? 'single' : 'multiple');
    expect(verdictOf(item, { RESPONSE: correct })).toBe('correct');
    expect(verdictOf(item, { RESPONSE: ['B', 'C'] })).toBe('wrong');
  });

  it.each(['D', '两行', 'B 或 C', '', '见正文'])('is compared by the reader if the answer is “%s”', (answer) => {
    expect(questionType(questionFromPractice(itemOf('multipleChoice', '显示几行？', answer, LINES)))).toBe('shortAnswer');
  });

  it('shows its options even if the reader compares the answer', () => {
    const { view } = questionFromPractice(itemOf('multipleChoice', '显示几行？', '见正文', LINES));
    expect(contentText(view.body)).toBe('显示几行？\n一行\n两行\n三行\n____');
  });
});

describe('true or false', () => {
  it.each([
    ['对', 'true'],
    ['答案：√。', 'true'],
    ['错误', 'false'],
    ['×', 'false'],
  ])('has the answer “%s”', (answer, id) => {
    const item = itemOf('trueFalse', '注释会执行。', answer);
    expect(questionType(questionFromPractice(item))).toBe('trueFalse');
    expect(verdictOf(item, { RESPONSE: [id] })).toBe('correct');
  });

  it('is compared by the reader if the answer is a sentence', () => {
    expect(questionType(questionFromPractice(itemOf('trueFalse', '注释会执行。', '不一定')))).toBe('shortAnswer');
  });
});

describe('blanks', () => {
  it('are found in the text, with numbers and texts as their answers', () => {
    const item = itemOf('blank', '385 分钟是 ____ 小时 （　　） 分钟，即 ___。', '6；25；六小时 或 六点钟。');
    const question = questionFromPractice(item);
    expect(question.view.body).toEqual([
      {
        name: 'p',
        children: [
          '385 分钟是 ',
          { name: 'slot', attributes: { interaction: 'BLANK1' } },
          ' 小时 ',
          { name: 'slot', attributes: { interaction: 'BLANK2' } },
          ' 分钟，即 ',
          { name: 'slot', attributes: { interaction: 'BLANK3' } },
          '。',
        ],
      },
    ]);
    expect(scoreQuestion(question.key, { BLANK1: ['６'], BLANK2: ['25.0'], BLANK3: ['六点钟'] }).verdict).toBe('correct');
    expect(scoreQuestion(question.key, { BLANK1: ['6'], BLANK2: ['52'], BLANK3: ['六小时'] }).verdict).toBe('partial');
  });

  it('have one at the end if the text has none', () => {
    const item = itemOf('blank', '和是多少？', '答案是 234168。');
    expect(contentText(questionFromPractice(item).view.body)).toBe('和是多少？\n____');
    expect(verdictOf(item, { BLANK1: ['234,168'] })).toBe('correct');
  });

  it('distinguish the case of letters, as programs do', () => {
    const item = itemOf('blank', '发生什么错误？', 'TypeError');
    expect([verdictOf(item, { BLANK1: ['TypeError'] }), verdictOf(item, { BLANK1: ['typeerror'] })]).toEqual(['correct', 'wrong']);
  });

  it('are compared by the reader if there are more or fewer answers', () => {
    expect(questionType(questionFromPractice(itemOf('blank', '____ 与 ____', '甲；乙；丙')))).toBe('shortAnswer');
    expect(questionType(questionFromPractice(itemOf('blank', '____ 与 ____', '甲、乙')))).toBe('shortAnswer');
  });
});

describe('any practice question', () => {
  it('can be shown and scored, and its parts are not lost', () => {
    const texts = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }).filter((text) => text.trim() !== '');
    const problems = fc.constantFrom('multipleChoice', 'trueFalse', 'blank', 'general' as const);
    fc.assert(
      fc.property(problems, texts, texts, fc.array(texts, { maxLength: 6 }), (problem, question, answer, options) => {
        const made = questionFromPractice(itemOf(problem, `题 ${question}`, answer, options));
        expect(findQuestionProblems(made)).toEqual([]);
        expect(made.key.explanation).not.toEqual([]);
      }),
    );
  });
});
