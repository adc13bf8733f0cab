/** Tests of requesting batches of codes. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { resultOf } from '../../platform/http/testing/use-case-result.ts';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { outcomeOf } from '../account/testing/account-fixture.ts';
import { requestCodeBatch } from './request-code-batch.ts';
import { type CodeFixture, createCodeFixture } from './testing/code-fixture.ts';

testAccess('requestCodeBatch', ['editor'], 'bookId:book');
testIdempotency('requestCodeBatch', async ({ aUser, batchRequest }) => ({ as: await aUser('editor'), body: batchRequest() }));

let fixture: CodeFixture;
beforeAll(async () => {
  fixture = await createCodeFixture();
});
afterAll(() => fixture?.drop());

const request = (bookId: string, more: { count?: number; boxSize?: number; validFrom?: number; validUntil?: number } = {}) =>
  resultOf(
    requestCodeBatch(fixture.deps, fixture.operator('editor'), {
      bookId,
      purpose: 'printedBook',
      count: 5,
      printing: '第一次',
      boxSize: 2,
      rebindLimit: 1,
      ...more,
    }),
  );

it('a requested batch waits for another operator, and the request is an audit event', async () => {
  const bookId = await fixture.book({ title: '论语' });
  const { payload, say } = await request(bookId);
  expect(payload.batch).toMatchObject({ bookId, bookTitle: '论语', state: 'requested', count: 5, printing: '第一次', mine: true });
  expect(say).toBe('已提交，等待另一位同事审批');
  expect(await fixture.auditEventsOf(payload.batch.id)).toEqual([{ action: 'codes.request', operator_id: 'editor', reason: '' }]);
});

it('an unknown book, an invalid period and too many boxes are refused', async () => {
  const bookId = await fixture.book();
  const now = fixture.deps.clock.now();
  expect(await outcomeOf(request('none'))).toBe('catalog.bookNotFound');
  expect(await outcomeOf(request(bookId, { validUntil: now }))).toBe('request.invalid');
  expect(await outcomeOf(request(bookId, { validFrom: now + 2, validUntil: now + 1 }))).toBe('request.invalid');
  expect(await outcomeOf(request(bookId, { count: 200_000, boxSize: 1 }))).toBe('request.invalid');
});
