/** Tests the questions and the order of attempts. The vectors are frozen: papers of students depend on them. */
import type { PaperLayout, QuestionView } from '@shufang/contract';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { drawPaper, findShortDraws, orderSections, plainSections } from './draw-paper.ts';
import { orderPaper } from './order-paper.ts';

const SEED = '0f1e2d3c4b5a69788796a5b4c3d2e1f0';
const ids = (from: number, to: number): string[] => Array.from({ length: to - from + 1 }, (_, index) => `q${from + index}`);
const draw = (slotId: string, count: number, pool: string[]) => ({ kind: 'draw' as const, slotId, count, pool });
const section = (id: string, entries: PaperLayout['sections'][number]['entries'], keepsOrder = false) => ({
  id,
  title: id,
  instructions: '',
  keepsOrder,
  entries,
});

const LAYOUT: PaperLayout = {
  sections: [
    section('a', [
      { kind: 'question', slotId: 's1', questionId: 'q1' },
      { kind: 'question', slotId: 's2', questionId: 'q2' },
      draw('s3', 2, ids(3, 8)),
    ]),
    section('b', [draw('s4', 3, ids(6, 12)), { kind: 'question', slotId: 's5', questionId: 'q13' }], true),
  ],
};

const view: QuestionView = {
  id: 'item',
  title: '',
  body: [],
  interactions: {
    R: { type: 'choice', options: [...'ABCD'].map((id) => ({ id, content: [id] })), maximumChoices: 1, isShuffled: true },
  },
};
const ITEMS = ids(1, 13).map((id) => ({ id, view }));
const seeds = fc
  .array(fc.integer({ min: 0, max: 15 }), { minLength: 32, maxLength: 32 })
  .map((digits) => digits.map((digit) => digit.toString(16)).join(''))
  .filter((seed) => !/^0+$/.test(seed));

const questionsOf = (seed: string): string =>
  drawPaper(LAYOUT, seed)
    .map(({ questionIds }) => questionIds.join(' '))
    .join(' | ');

it('draws the frozen questions of version 1, in the frozen order', () => {
  expect(questionsOf(SEED)).toMatchInlineSnapshot(`"q1 q2 q6 q4 | q9 q12 q11 q13"`);
  const order = orderSections(drawPaper(LAYOUT, SEED), ITEMS, SEED).map(({ items }) =>
    items.map((item) => {
      const shown = item.view.interactions['R'];
      return item.id + (shown?.type === 'choice' ? shown.options.map((option) => option.id).join('') : '');
    }),
  );
  expect(order.map((each) => each.join(' ')).join(' | ')).toMatchInlineSnapshot(
    `"q2ACBD q1CDBA q6DCAB q4DACB | q9DABC q12BADC q11ABCD q13DCBA"`,
  );
});

it('draws the planned number of questions from the pools, and none twice, for every seed', () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const [a, b] = drawPaper(LAYOUT, seed).map(({ questionIds }) => questionIds);
      expect([a?.length, b?.length]).toEqual([4, 4]);
      expect(new Set([...(a ?? []), ...(b ?? [])]).size).toBe(8);
      expect(a?.slice(2).every((id) => ids(3, 8).includes(id))).toBe(true);
      expect(b?.slice(0, 3).every((id) => ids(6, 12).includes(id))).toBe(true);
    }),
  );
});

it('draws different questions for different students', () => {
  const papers = Array.from({ length: 30 }, (_, n) => questionsOf((n + 1).toString(16).padStart(32, '7')));
  expect(new Set(papers).size).toBeGreaterThan(20);
});

it('names a draw that earlier ones could leave too few questions, and no draw that always finds enough', () => {
  expect(findShortDraws(LAYOUT)).toEqual([]);
  const short = { sections: [section('a', [draw('s1', 3, ids(1, 4)), draw('s2', 2, ids(3, 5))])] };
  expect(findShortDraws(short)).toEqual([{ slotId: 's2', needed: 2, left: 1 }]);
  expect(findShortDraws({ sections: [section('a', [draw('s1', 5, ids(1, 4))])] })).toEqual([{ slotId: 's1', needed: 5, left: 4 }]);
});

it('orders a paper of one section as a paper without sections, and keeps the order where a section asks for it', () => {
  const plain = {
    sections: [
      section(
        'a',
        ITEMS.map(({ id }) => ({ kind: 'question' as const, slotId: id, questionId: id })),
      ),
    ],
  };
  const drawn = drawPaper(plain, SEED);
  expect(orderSections(drawn, ITEMS, SEED)[0]?.items).toEqual(orderPaper(ITEMS, SEED));
  const ordered = drawn.map((each) => ({ ...each, keepsOrder: true }));
  expect(orderSections(ordered, ITEMS, SEED)[0]?.items.map(({ id }) => id)).toEqual(ids(1, 13));
  expect(plainSections(drawn, ITEMS)[0]?.items).toEqual(ITEMS);
});
