/** Tests the order of papers. The vector is frozen: papers of students depend on it. */
import type { QuestionView } from '@shufang/contract';
import { expect, it } from 'vitest';
import { orderPaper } from './order-paper.ts';

const SEED = '0123456789abcdeffedcba9876543210';

const options = (ids: string) => [...ids].map((id) => ({ id, content: [id], ...(id === 'Z' ? { isFixed: true } : {}) }));

const view = (interactions: QuestionView['interactions']): QuestionView => ({ id: 'item', title: '', body: [], interactions });

const PAPER = [
  { id: 'q1', view: view({ R: { type: 'choice', options: options('ABCZ'), maximumChoices: 1, isShuffled: true } }) },
  { id: 'q2', view: view({ R: { type: 'choice', options: options('ABC'), maximumChoices: 1, isShuffled: false } }) },
  { id: 'q3', view: view({ R: { type: 'match', sources: options('AB'), targets: options('CDE'), isShuffled: true } }) },
  {
    id: 'q4',
    view: view({
      R: {
        type: 'choice',
        options: [
          { id: 'true', content: ['对'] },
          { id: 'false', content: ['错'] },
        ],
        maximumChoices: 1,
        isShuffled: true,
      },
    }),
  },
];

const text = (seed: string): string =>
  orderPaper(PAPER, seed)
    .map(({ id, view: { interactions } }) => {
      const [only] = Object.values(interactions);
      const shown = only?.type === 'match' ? only.targets : only?.type === 'choice' ? only.options : [];
      return `${id} ${shown.map((each) => each.id).join('')}`;
    })
    .join(', ');

it('gives the frozen order of version 1', () => {
  expect(text(SEED)).toMatchInlineSnapshot(`"q4 truefalse, q3 CED, q2 ABC, q1 ABCZ"`);
});

it('keeps fixed options, options that are not shuffled, true before false, and the sources of pairs', () => {
  for (let n = 1; n < 50; n += 1) {
    const seed = n.toString(16).padStart(32, '0');
    const paper = text(seed);
    expect(paper).toMatch(/q1 [ABC]{3}Z/);
    expect(paper).toContain('q2 ABC');
    expect(paper).toContain('q4 truefalse');
    expect(
      paper
        .split(', ')
        .map((each) => each.slice(0, 2))
        .toSorted(),
    ).toEqual(['q1', 'q2', 'q3', 'q4']);
  }
});
