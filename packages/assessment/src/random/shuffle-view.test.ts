import type { QuestionView } from '@shufang/contract';
import { expect, it } from 'vitest';
import { shuffleView } from './shuffle-view.ts';
import { createRandomStream } from './xoshiro128.ts';

const SEED = '0123456789abcdef0123456789abcdef';
const options = [...'ABCDEFGH'].map((id) => ({ id, content: [id], ...(id === 'H' ? { isFixed: true } : {}) }));
const view: QuestionView = {
  id: 'item',
  title: '',
  body: [],
  interactions: {
    R1: { type: 'choice', options, maximumChoices: 1, isShuffled: true },
    R2: { type: 'order', options, isShuffled: true },
    R3: { type: 'match', sources: options, targets: options, isShuffled: true },
    R4: { type: 'choice', options, maximumChoices: 1, isShuffled: false },
    R5: { type: 'textEntry' },
  },
};
const orderOf = (each: QuestionView['interactions'][string] | undefined): string =>
  each !== undefined && 'options' in each ? each.options.map(({ id }) => id).join('') : '';

it('shuffles the options of the interactions that ask for it, always in the same way for a seed, and no fixed option', () => {
  const { interactions } = shuffleView(view, createRandomStream(SEED));
  expect([orderOf(interactions['R1']), orderOf(interactions['R2']), orderOf(interactions['R4'])]).toMatchInlineSnapshot(`
    [
      "GEDABCFH",
      "GFABDCEH",
      "ABCDEFGH",
    ]
  `);
  expect(interactions['R3']).toMatchObject({ sources: options });
  expect(interactions['R5']).toEqual({ type: 'textEntry' });
  expect(shuffleView(view, createRandomStream(SEED)).interactions).toEqual(interactions);
});
