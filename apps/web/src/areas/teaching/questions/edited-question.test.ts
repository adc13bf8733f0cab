/** Tests that a question survives its form: what is not changed in the form is not changed in the question. */
import { findQuestionProblems, questionType, readGift } from '@shufang/assessment';
import type { ContentNode, Question, QuestionView, ResponseKey } from '@shufang/contract';
import { describe, expect, test } from 'vitest';
import { type EditedPart, type EditedQuestion, emptyPart, emptyQuestion, PART_KINDS, type PartKind } from './edited-question.ts';
import { findFormProblems } from './find-form-problems.ts';
import { formFromQuestion } from './form-from-question.ts';
import { labelsFrom, questionFromForm } from './question-from-form.ts';

const NO_LABELS = { tags: [], knowledgePoints: [] };
const p = (...children: ContentNode[]): ContentNode => ({ name: 'p', children });
const slot = (interaction: string, part?: string, ...children: string[]): ContentNode => ({
  name: 'slot',
  attributes: { interaction, ...(part === undefined ? {} : { part }) },
  ...(children.length === 0 ? {} : { children }),
});
const options = (...texts: string[]) => texts.map((content, index) => ({ id: 'ABCD'.charAt(index), content: [content] }));
type Interactions = QuestionView['interactions'];
const questionOf = (body: ContentNode[], interactions: Interactions, responses: Record<string, ResponseKey>): Question => ({
  view: { id: 'item', title: '第一题', body, interactions },
  key: { responses, explanation: [p('因为', { name: 'code', children: ['x'] }, '。')] },
});
const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';
const right = (...correct: string[]): ResponseKey => ({ rule: 'choice', milli: 2000, correct, incompleteMilli: 0 });

const rows: Readonly<Record<string, Question>> = {
  single: questionOf(
    [p('选一项'), slot('R1')],
    { R1: { type: 'choice', options: options('甲', '乙'), maximumChoices: 1, isShuffled: true } },
    { R1: right('B') },
  ),
  multiple: questionOf(
    [p('选几项'), slot('R1')],
    {
      R1: {
        type: 'choice',
        options: [...options('甲', '乙'), { id: 'C', content: ['都对'], isFixed: true }],
        maximumChoices: 0,
        isShuffled: true,
      },
    },
    { R1: { rule: 'choice', milli: 4000, correct: ['A', 'B'], incompleteMilli: 1500 } },
  ),
  'a numeric blank with units and a cloze': questionOf(
    [p('长 ', slot('R1'), '，是', slot('R2'), '的。'), { name: 'pre', children: ['a = 1\n  b'] }],
    { R1: { type: 'textEntry' }, R2: { type: 'inlineChoice', options: options('对', '错'), isShuffled: false } },
    {
      R1: {
        rule: 'number',
        milli: 2000,
        value: '1.5',
        tolerance: { kind: 'relative', amount: '0.01' },
        units: [
          { names: ['m', '米'], factor: '1' },
          { names: ['cm'], factor: '1/100' },
        ],
        withoutUnitMilli: 1000,
      },
      R2: right('A'),
    },
  ),
  blank: questionOf(
    [p('诗人', slot('R1'))],
    { R1: { type: 'textEntry' } },
    {
      R1: {
        rule: 'text',
        milli: 1000,
        accepted: [
          { text: '李白', milli: 1000 },
          { text: 'Li Bai', milli: 1000 },
        ],
        isCaseSensitive: true,
      },
    },
  ),
  matching: questionOf(
    [p('配对'), slot('R1')],
    {
      R1: {
        type: 'match',
        sources: options('[]', '{}'),
        targets: [
          { id: 'T1', content: ['列表'] },
          { id: 'T2', content: ['字典'] },
          { id: 'T3', content: ['元组'] },
        ],
        isShuffled: true,
      },
    },
    {
      R1: {
        rule: 'pairs',
        milli: 2000,
        correct: [
          ['A', 'T1'],
          ['B', 'T2'],
        ],
        isPartial: false,
      },
    },
  ),
  'gaps and a passage': questionOf(
    [p('列表', slot('R1', 'G1'), '，元组', slot('R1', 'G2')), p('错在', slot('R2', 'T1', '甲'), '还是', slot('R2', 'T2', '乙'), '？')],
    {
      R1: { type: 'gapMatch', options: options('可变', '不可变'), gaps: ['G1', 'G2'], isShuffled: true },
      R2: { type: 'hottext', texts: ['T1', 'T2'], maximumChoices: 1 },
    },
    {
      R1: {
        rule: 'pairs',
        milli: 2000,
        correct: [
          ['A', 'G1'],
          ['B', 'G2'],
        ],
        isPartial: true,
      },
      R2: right('T2'),
    },
  ),
  'a picture with areas, and an upload': questionOf(
    [p('看图 ', { name: 'img', attributes: { src: PIXEL, alt: '点' } }), slot('R1'), slot('R2')],
    {
      R1: {
        type: 'hotspot',
        picture: PIXEL,
        areas: [{ id: 'A', shape: 'rect', coordinates: [0, 0, 1, 1], label: '左上' }],
        maximumChoices: 1,
      },
      R2: { type: 'upload' },
    },
    { R1: right('A'), R2: { rule: 'manual', milli: 5000, sample: [p('见图')] } },
  ),
  'a table, a formula and unusual points': questionOf(
    [
      p('设 ', { name: 'math', children: [{ name: 'mi', children: ['x'] }] }),
      { name: 'table', children: [{ name: 'tr', children: [{ name: 'td', children: ['1'] }] }] },
      slot('R1'),
      slot('R2'),
    ],
    {
      R1: { type: 'choice', options: options('甲', '乙'), maximumChoices: 0, isShuffled: false },
      R2: { type: 'extendedText' },
    },
    {
      R1: {
        rule: 'map',
        milli: 1000,
        entries: [
          { value: 'A', milli: 1000 },
          { value: 'B', milli: -500 },
        ],
        defaultMilli: 0,
      },
      R2: { rule: 'manual', milli: 1000 },
    },
  ),
};

describe('the form of a question', () => {
  test.each(Object.entries(rows))('gives back an unchanged question: %s', (_name, question) => {
    expect(findQuestionProblems(question)).toEqual([]);
    expect(questionFromForm(formFromQuestion(question, NO_LABELS))).toEqual(question);
  });

  test('gives back imported questions of the GIFT format', () => {
    const file = [
      '::题::2+2{=4 ~3 ~5}',
      '对不对？{T}',
      '诗人是{=李白 =太白}，对吗',
      '几个？{#3:0.5}',
      '配对{=a -> 1 =b -> 2}',
      '谈谈看法。{}',
      '选{~%50%甲 ~%50%乙 ~%-100%丙}',
    ].join('\n\n');
    const items = readGift(file);
    expect(items).toHaveLength(7);
    for (const { question } of items) {
      const form = formFromQuestion(question as Question, NO_LABELS);
      const again = questionFromForm(form);
      expect(again.key).toEqual(question?.key);
      expect(again.view.interactions).toEqual(question?.view.interactions);
      expect(formFromQuestion(again, NO_LABELS)).toEqual(form);
    }
  });

  test('keeps the labels of a question', () => {
    const { tags, knowledgePoints, difficulty, folderId } = formFromQuestion(rows['single'] as Question, {
      tags: ['期中', '必做'],
      knowledgePoints: ['循环'],
      difficulty: 3,
      folderId: 'f',
    });
    expect([labelsFrom(tags), labelsFrom(knowledgePoints), difficulty, folderId]).toEqual([['期中', '必做'], ['循环'], '3', 'f']);
    expect(labelsFrom(' 甲，乙 甲; ')).toEqual(['甲', '乙']);
  });
});

/** What an author fills in for a new question of each kind. */
const filled: Readonly<Record<PartKind, (part: EditedPart) => { body: string; part: Partial<EditedPart> }>> = {
  single: ({ options: list }) => ({
    body: '选一项',
    part: { options: list.map((option, at) => ({ ...option, text: `选项${at}`, isRight: at === 1 })) },
  }),
  multiple: ({ options: list }) => ({
    body: '选几项',
    part: { options: list.map((option, at) => ({ ...option, text: `选项${at}`, isRight: at < 2 })) },
  }),
  trueFalse: () => ({ body: '列表可变', part: {} }),
  inline: ({ options: list }) => ({
    body: '它{{1}}',
    part: { options: list.map((option, at) => ({ ...option, text: `选项${at}`, isRight: at === 0 })) },
  }),
  blank: () => ({ body: '诗人{{1}}', part: { accepted: '李白' } }),
  numeric: () => ({ body: '几', part: { value: '3' } }),
  matching: ({ pairs }) => ({
    body: '配',
    part: { pairs: pairs.map((pair, at) => ({ ...pair, source: `左${at}`, target: `右${at % 2}` })) },
  }),
  ordering: ({ options: list }) => ({ body: '排', part: { options: list.map((option, at) => ({ ...option, text: `第${at}` })) } }),
  gaps: ({ options: list, gaps }) => ({
    body: '填{{1.1}}',
    part: {
      options: list.map((option, at) => ({ ...option, text: `词${at}` })),
      gaps: gaps.map((gap) => ({ ...gap, optionId: list[0]?.id ?? '' })),
    },
  }),
  hottext: () => ({ body: '选{{1:甲}}或{{1:=乙}}', part: {} }),
  hotspot: () => ({
    body: '指',
    part: { picture: PIXEL, areas: [{ id: 'A', shape: 'rect' as const, coordinates: '0,0,1,1', label: '', isRight: true }] },
  }),
  text: () => ({ body: '谈谈', part: { sample: '略' } }),
  upload: () => ({ body: '画图', part: {} }),
};
const TYPES: Readonly<Record<PartKind, ReturnType<typeof questionType>>> = {
  single: 'single',
  multiple: 'multiple',
  trueFalse: 'trueFalse',
  inline: 'cloze',
  blank: 'blank',
  numeric: 'numeric',
  matching: 'matching',
  ordering: 'ordering',
  gaps: 'gapMatch',
  hottext: 'hottext',
  hotspot: 'hotspot',
  text: 'shortAnswer',
  upload: 'upload',
};

describe.each(PART_KINDS)('a new question of the kind %s', (kind) => {
  const empty = emptyQuestion(kind);

  test('has problems until it is filled in', () => {
    expect(findFormProblems(questionFromForm(empty))).toContain('请填写题干');
  });

  test('becomes a question of its type', () => {
    const { body, part } = filled[kind](emptyPart(kind, []));
    const edited: EditedQuestion = { ...empty, body, parts: empty.parts.map((each) => ({ ...each, ...part })) };
    const question = questionFromForm(edited);
    expect(findFormProblems(question)).toEqual([]);
    expect(questionType(question)).toBe(TYPES[kind]);
    expect(questionFromForm(formFromQuestion(question, NO_LABELS))).toEqual(question);
  });
});

test('a passage with several interactions is a composite question', () => {
  const first = emptyQuestion('trueFalse');
  const edited = {
    ...first,
    body: '材料\n（1）判断 {{1}}\n（2）谈谈\n{{2}}',
    parts: [...first.parts, emptyPart('text', ['R1'])],
  };
  const question = questionFromForm(edited);
  expect(findFormProblems(question)).toEqual([]);
  expect(questionType(question)).toBe('composite');
});
