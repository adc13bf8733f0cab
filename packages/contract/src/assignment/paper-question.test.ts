/** Checks by its type, and by what it accepts, that a question of a paper has no key. */
import { expect, expectTypeOf, it } from 'vitest';
import { type PaperQuestion, paperQuestion } from './assignment.ts';
import { runningAttempt } from './attempt.ts';
import { getPaper } from './get-paper.ts';

it('a question of a paper has an id and a view, and no other field passes its schema', () => {
  expectTypeOf<keyof PaperQuestion>().toEqualTypeOf<'id' | 'view'>();
  const view = { id: 'item', title: '', body: [], interactions: {} };
  expect(paperQuestion.parse({ id: 'q1', view, key: { responses: {}, explanation: [] } })).toEqual({ id: 'q1', view });
});

it('neither the paper nor the attempt has a field for a key', () => {
  expect(Object.keys(getPaper.output.shape)).toEqual(['kind', 'title', 'instructions', 'items', 'sections']);
  expect(Object.keys(runningAttempt.shape)).not.toContain('key');
});
