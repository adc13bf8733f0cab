import { type PaperCandidate, paperDraft } from '@shufang/contract';
import { expect, it } from 'vitest';
import { paperText as text } from '../../../platform/messages/zh-cn/paper.ts';
import { draftFrom, type EditedPaper, editedFrom, milliOf, moveSlot, pickedAmong, problemsOf, sizeOf } from './edited-paper.ts';

const BANK = '0'.repeat(26);
const [FIRST, SECOND] = ['1'.repeat(26), '2'.repeat(26)];

const PAPER: EditedPaper = {
  sections: [
    {
      id: 'a',
      title: '选择题',
      instructions: '单选',
      points: '2.5',
      keepsOrder: true,
      slots: [
        { kind: 'question', id: 's1', bankId: BANK, questionId: FIRST, points: '' },
        { kind: 'question', id: 's2', bankId: BANK, questionId: SECOND, points: '4' },
      ],
    },
    {
      id: 'b',
      title: '',
      instructions: '',
      points: '',
      keepsOrder: false,
      slots: [
        {
          kind: 'draw',
          id: 's3',
          bankId: BANK,
          bankName: '论语',
          folderName: '',
          filter: { type: 'single', difficulty: 2 },
          count: '3',
          points: '2',
        },
      ],
    },
  ],
  blueprint: [{ id: 'row0', knowledgePoint: '学而', type: 'single', difficulty: '2', wanted: '3' }],
};

it.each([
  ['2', 2000],
  ['0.5', 500],
  ['1.125', 1125],
  [' 10 ', 10_000],
  ['0', undefined],
  ['-1', undefined],
  ['1.2345', undefined],
  ['1001', undefined],
  ['', undefined],
  ['两分', undefined],
])('the points “%s” are %s thousandths', (typed, milli) => {
  expect(milliOf(typed)).toBe(milli);
});

it('a paper is sent as the server stores it, and comes back as the same form', () => {
  const draft = draftFrom(PAPER);
  expect(paperDraft.parse(draft)).toEqual(draft);
  expect(draft.sections[0]).toMatchObject({ milliEach: 2500, slots: [{ milli: null }, { milli: 4000 }] });
  expect(draft.sections[1]?.slots[0]).toMatchObject({ count: 3, milliEach: 2000 });
  expect(editedFrom(draft, new Map([[BANK, '论语']]))).toEqual(PAPER);
});

it('the size counts points of the place, then of the section, then of the question', () => {
  const candidates = new Map([[FIRST, { maximumMilli: 9000 } as PaperCandidate]]);
  expect(sizeOf(PAPER.sections, candidates)).toEqual({ questions: 5, milli: 2500 + 4000 + 6000 });
  const plain = PAPER.sections.map((section) => ({ ...section, points: '' }));
  expect(sizeOf(plain, candidates)).toEqual({ questions: 5, milli: 9000 + 4000 + 6000 });
});

it('wrong numbers are named at their section, place and row', () => {
  const [a, b] = PAPER.sections;
  const wrong: EditedPaper = {
    sections: [
      { ...a, points: 'x', slots: (a?.slots ?? []).map((slot) => ({ ...slot, points: '0' })) } as EditedPaper['sections'][number],
      { ...b, slots: (b?.slots ?? []).map((slot) => ({ ...slot, count: '0' })) } as EditedPaper['sections'][number],
    ],
    blueprint: PAPER.blueprint.map((row) => ({ ...row, wanted: '' })),
  };
  expect(Object.fromEntries(problemsOf(wrong))).toEqual({
    a: text.pointsWrong,
    s1: text.pointsWrong,
    s2: text.pointsWrong,
    s3: text.countWrong(100),
    row0: text.wantedWrong,
  });
  expect(problemsOf(PAPER).size).toBe(0);
});

it('a place moves to the end of another section', () => {
  const moved = moveSlot(PAPER, 's1', 'b');
  expect(moved.sections.map(({ slots }) => slots.map(({ id }) => id))).toEqual([['s2'], ['s3', 's1']]);
  expect(moveSlot(PAPER, 's1', 'unknown')).toBe(PAPER);
});

it('a draw cannot take what the paper has already: picked questions of its bank that its filter finds', () => {
  const candidate = (more: Partial<PaperCandidate>) =>
    ({
      bankId: BANK,
      status: 'active',
      type: 'single',
      difficulty: 2,
      maximumMilli: 2000,
      tags: ['期中'],
      knowledgePoints: ['学而'],
      view: { id: '', title: '', body: [], interactions: {} },
      ...more,
    }) as PaperCandidate;
  const pickedOf = (filter: Parameters<typeof pickedAmong>[3], ...[first = {}, second = {}]: Partial<PaperCandidate>[]) => {
    const candidates = new Map([
      [FIRST, candidate(first)],
      [SECOND, candidate(second)],
    ]);
    return pickedAmong(PAPER, candidates, BANK, filter);
  };
  expect(pickedOf({})).toBe(2);
  expect(pickedOf({ type: 'single', difficulty: 2, tag: '期中', knowledgePoint: '学而', folderId: 'none' })).toBe(2);
  expect(pickedOf({ difficulty: 2 }, { difficulty: 3 })).toBe(1);
  expect(pickedOf({ type: 'single' }, { type: 'shortAnswer' })).toBe(1);
  expect(pickedOf({ tag: '期末' })).toBe(0);
  expect(pickedOf({ folderId: 'none' }, { folderId: FIRST })).toBe(1);
  expect(pickedOf({}, { bankId: FIRST }, { status: 'archived' })).toBe(0);
  const upload = { view: { id: '', title: '', body: [], interactions: { R: { type: 'upload' as const } } } };
  expect(pickedOf({}, { maximumMilli: 0 }, upload)).toBe(0);
});
