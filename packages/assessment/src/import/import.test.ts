import { contentText } from '@shufang/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findQuestionProblems } from '../question/find-question-problems.ts';
import { questionType } from '../question/question-type.ts';
import { scoreQuestion } from '../scoring/score-question.ts';
import type { ImportedItem } from './imported-item.ts';
import { readAiken } from './read-aiken.ts';
import { readGift } from './read-gift.ts';

const only = (items: readonly ImportedItem[]): ImportedItem => {
  const [first] = items;
  if (first === undefined || items.length !== 1) throw new Error(`${items.length} items`);
  return first;
};
const questionIn = ({ question, findings, problems }: ImportedItem) => {
  if (question === undefined) throw new Error(`refused: ${[...findings, ...problems].join(', ')}`);
  return question;
};
const pointsOf = (item: ImportedItem, ...values: string[]): number => scoreQuestion(questionIn(item).key, { RESPONSE: values }).earnedMilli;

type Row = readonly [name: string, source: string, type: string, right: readonly string[], wrong: readonly string[]];

const certain: readonly Row[] = [
  ['a single choice', '谁写了《岳阳楼记》？{~欧阳修 =范仲淹 ~苏轼}', 'single', ['O2'], ['O1']],
  ['a single choice on several lines', '::题 1:: 谁？{\n=范仲淹\n~苏轼\n}', 'single', ['O1'], ['O2']],
  ['a multiple choice', '哪些是偶数？{~%50%2 ~%50%4 ~%-100%3}', 'multiple', ['O1', 'O2'], ['O1', 'O2', 'O3']],
  ['true', '水是湿的。{T}', 'trueFalse', ['true'], ['false']],
  ['false', '太阳绕地球转。{FALSE}', 'trueFalse', ['false'], ['true']],
  ['a short text', '首都是{=北京 =北平 =%50%京}', 'blank', ['北平'], ['上海']],
  ['a missing word', '春眠不觉{=晓 ~早 ~醒}，处处闻啼鸟。', 'cloze', ['O1'], ['O2']],
  ['pairs', '配对：{ =中国 -> 北京 =法国 -> 巴黎 =日本 -> 东京 }', 'matching', ['S1 T1', 'S2 T2', 'S3 T3'], ['S1 T2']],
  ['a number', '圆周率？{#3.14:0.01}', 'numeric', ['3.15'], ['3.16']],
  ['a number in a range', '几个？{#1..4}', 'numeric', ['4'], ['4.1']],
  ['a number as a list', '几个？{#=-2.5:0}', 'numeric', ['-2.5'], ['2.5']],
  ['options with a format', '哪些是偶数？{~%50%2 ~%50%[plain]4 ~%-100%3}', 'multiple', ['O1', 'O2'], ['O1', 'O3']],
  ['escaped signs', 'x \\= 1 时，\\{x\\} 是？{=\\{1\\} ~a\\~b}', 'single', ['O1'], ['O2']],
];

describe('GIFT', () => {
  it.each(certain)('is certain of %s', (_name, source, type, right, wrong) => {
    const item = only(readGift(source));
    expect([item.verdict, questionType(questionIn(item))]).toEqual(['certain', type]);
    expect([pointsOf(item, ...right), pointsOf(item, ...wrong)]).toEqual([1000, 0]);
  });

  it('reads an essay as scored by a person', () => {
    const item = only(readGift('谈谈你的看法。{}'));
    expect([item.verdict, questionType(questionIn(item))]).toEqual(['certain', 'shortAnswer']);
  });

  it('leaves out comments and categories, and knows the line of each item', () => {
    const items = readGift('// 注释\n$CATEGORY: 第一章\n\n水是湿的。{T}\n\n\n// 又一行\n冰是热的。{F}\n');
    expect(items.map(({ line, source }) => [line, source])).toEqual([
      [4, '水是湿的。{T}'],
      [8, '冰是热的。{F}'],
    ]);
  });

  it('leaves out the format of a text, and writes the middle of a range as a decimal', () => {
    const { view } = questionIn(only(readGift('哪个？{=[plain]甲 ~乙}')));
    expect(JSON.stringify(view)).not.toContain('plain');
    const range = questionIn(only(readGift('圆周率？{#3.141..3.142}'))).key.responses['RESPONSE'];
    expect(range).toMatchObject({ value: '3.1415', tolerance: { kind: 'absolute', amount: '0.0005' } });
    const negative = questionIn(only(readGift('几度？{#-0.5..-0.25}'))).key.responses['RESPONSE'];
    expect(negative).toMatchObject({ value: '-0.375', tolerance: { kind: 'absolute', amount: '0.125' } });
  });

  it('shows the general feedback as the explanation', () => {
    const item = only(readGift('水是湿的。{T####因为它沾在手上。}'));
    expect(contentText(questionIn(item).key.explanation)).toBe('因为它沾在手上。');
  });

  it.each([
    ['markup', '<b>首都</b>是{=北京}'],
    ['markup', '[html]首都是{=北京}'],
    ['formula', '$$x^2$$ 的导数？{=2x}'],
    ['wildcard', '首都是{=北*}'],
    ['severalNumbers', '几个？{#=3:0 =%50%4:0}'],
    ['unusualPoints', '哪些？{~%30%甲 ~%30%乙}'],
    ['unusualPoints', '哪些？{=甲 =乙 ~丙}'],
  ])('asks for a look because of %s', (finding, source) => {
    expect(only(readGift(source))).toMatchObject({ verdict: 'check', findings: expect.arrayContaining([finding]) });
  });

  it.each([
    ['noResponse', '只是一句话。'],
    ['brokenSyntax', '首都是{=北京'],
    ['brokenSyntax', '首都是{北京}'],
    ['brokenSyntax', '几个？{#三}'],
    ['brokenSyntax', '配对：{=甲 -> 乙 =丙}'],
    ['questionProblem', '哪个？{~甲 ~乙}'],
    ['questionProblem', '{=甲 ~乙}'],
  ])('refuses %s', (finding, source) => {
    const item = only(readGift(source));
    expect([item.verdict, item.question]).toEqual(['refused', undefined]);
    expect(item.findings).toContain(finding);
  });

  it('reads what a program writes, with any text', () => {
    const escape = (text: string): string => text.replace(/[~=#{}:\\]/g, (char) => `\\${char}`);
    const texts = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
      .map((text) => text.replace(/[\s<>$%*()[\]\ue000-\ue005\u0000-\u001f\ufeff]|->|\/\//g, '').trim())
      .filter((text) => text !== '' && text.trim() === text);
    fc.assert(
      fc.property(texts, fc.uniqueArray(texts, { minLength: 2, maxLength: 6 }), fc.nat(5), (stem, options, chosen) => {
        const right = chosen % options.length;
        const source = `题 ${escape(stem)} {${options.map((option, index) => `${index === right ? '=' : '~'}${escape(option)}`).join(' ')}}`;
        const item = only(readGift(source));
        expect(item.verdict).toBe('certain');
        const interaction = questionIn(item).view.interactions['RESPONSE'];
        expect(interaction?.type === 'choice' && interaction.options.map(({ content }) => contentText(content))).toEqual(options);
        expect(pointsOf(item, `O${right + 1}`)).toBe(1000);
      }),
    );
  });
});

describe('Aiken', () => {
  it('reads questions one after the other, with letters and marks of Chinese files', () => {
    const items = readAiken('谁？\nA. 李白\nB) 杜甫\nANSWER: B\n\n几个？\nA、一\nB、二\nC、三\nANSWER：c\n');
    expect(items.map(({ line, verdict }) => [line, verdict])).toEqual([
      [1, 'certain'],
      [6, 'certain'],
    ]);
    expect(items.map((item, index) => pointsOf(item, index === 0 ? 'B' : 'C'))).toEqual([1000, 1000]);
  });

  it.each([
    ['check', '第一行\n第二行\nA. 甲\nB. 乙\nANSWER: A'],
    ['refused', '题\nA. 甲\nB. 乙'],
    ['refused', '题\nA. 甲\nB. 乙\nANSWER: C'],
    ['refused', '题\nA. 甲\nB. 乙\nANSWER: AB'],
    ['refused', '题\nA. 甲\nC. 乙\nANSWER: A'],
    ['refused', 'A. 甲\nB. 乙\nANSWER: A'],
    ['refused', '只是一句话'],
  ])('is %s', (verdict, source) => {
    expect(only(readAiken(source)).verdict).toBe(verdict);
  });
});

it.each([
  ['GIFT', readGift],
  ['Aiken', readAiken],
] as const)('%s: any text is read, and what is not refused can be shown and scored', (_name, read) => {
  const texts = fc.array(
    fc.constantFrom('题', '{', '}', '=', '~', '#', '->', '%50%', '\n', '\n\n', 'A. ', 'B. ', 'ANSWER: A', '3', '..', ':', '\\', 'T', ' '),
    {
      maxLength: 40,
    },
  );
  fc.assert(
    fc.property(texts, (parts) => {
      for (const { question, verdict } of read(parts.join(''))) {
        expect(question === undefined).toBe(verdict === 'refused');
        expect(question === undefined ? [] : findQuestionProblems(question)).toEqual([]);
      }
    }),
  );
});
