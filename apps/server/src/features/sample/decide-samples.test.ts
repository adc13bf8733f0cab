/** Tests of approving and refusing samples: states, publishers, notifications, and the right of digital samples. */
import { LIMITS } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import type { TestUser } from '../../testing/test-server.ts';
import { openSampleFixture, type SampleFixture } from './testing/sample-fixture.ts';

testAccess('decideSamples', ['editor', 'admin'], 'filtered');
testIdempotency('decideSamples', async ({ aUser, aTeacher, aSample }) => ({
  as: await aUser('editor'),
  body: { ids: [await aSample(await aTeacher()), await aSample(await aTeacher(), 'submitted', 'digital')], decision: 'approve' },
}));

let fixture: SampleFixture;
beforeAll(async () => {
  fixture = await openSampleFixture();
});
afterAll(() => fixture?.close());

const decide = (as: TestUser, ids: readonly string[], decision: string, reply = '') =>
  fixture.post<{ changed: number }>('/api/admin/sample/decide', as, { ids, decision, reply });
const rowOf = async (id: string) =>
  (await fixture.query<{ status: string; shipping: unknown; reply: string }>('select * from sample where id = $1', [id]))[0];

test('an approved digital sample opens the book at once for thirty days, as an entitlement from a sample', async () => {
  const teacher = await fixture.aTeacher();
  const id = await fixture.aSample(teacher, 'submitted', 'digital');
  const openBook = async () => (await fixture.get(`/api/learn/open?bookId=${fixture.bookId}`, teacher)).code;
  expect(await openBook()).not.toBe('success');
  const { payload, message } = await decide(fixture.editor, [id], 'approve');
  expect([payload, message]).toEqual([{ changed: 1 }, '已通过 1 份']);
  const now = fixture.shop.platform.clock.now();
  const [right] = await fixture.query<{ ends_at: number; starts_at: number }>(
    `select starts_at, ends_at from entitlement where user_id = $1 and book_id = $2 and source = 'sample' and source_id = $3 and status = 'active'`,
    [teacher.id, fixture.bookId, id],
  );
  expect((right?.ends_at ?? 0) - (right?.starts_at ?? 0)).toBe(LIMITS.digitalSampleDays * 86_400_000);
  expect(right?.starts_at).toBeLessThanOrEqual(now);
  expect(await openBook()).toBe('success');
  expect(await fixture.noticesOf(teacher)).toEqual(['sampleApproved']);
});

test('a printed sample gives no right, and a refusal with its reason deletes the address', async () => {
  const teacher = await fixture.aTeacher();
  const [approved, refused] = [await fixture.aSample(teacher), await fixture.aSample(await fixture.aTeacher())];
  await decide(fixture.editor, [approved], 'approve');
  expect(await fixture.query('select 1 from entitlement where user_id = $1', [teacher.id])).toEqual([]);
  expect((await decide(fixture.editor, [refused], 'reject')).message).toBe('请写明不通过的原因');
  expect((await decide(fixture.editor, [refused], 'reject', '已有新版，请申请新版')).message).toBe('已退回 1 份');
  expect(await rowOf(refused)).toMatchObject({ status: 'rejected', shipping: null, reply: '已有新版，请申请新版' });
  const events = await fixture.query<{ action: string; reason: string }>('select action, reason from audit_event where target_id = $1', [
    refused,
  ]);
  expect(events).toEqual([{ action: 'sample.reject', reason: '已有新版，请申请新版' }]);
});

test('a batch with a sample of another publisher, an unknown or a decided one changes nothing', async () => {
  const own = await fixture.aSample(await fixture.aTeacher());
  const foreign = await fixture.aSample(await fixture.aTeacher(), 'submitted', 'print', fixture.otherBookId);
  expect((await decide(fixture.editor, [own, foreign], 'approve')).code).toBe('sample.notFound');
  expect((await decide(fixture.otherEditor, [own], 'approve')).code).toBe('sample.notFound');
  expect((await decide(fixture.editor, [own, '01m7z00000000000000000000a'], 'approve')).code).toBe('sample.notFound');
  for (const status of ['approved', 'shipped', 'received', 'rejected', 'canceled'] as const) {
    const decided = await fixture.aSample(await fixture.aTeacher(), status);
    expect([status, (await decide(fixture.editor, [own, decided], 'approve')).code]).toEqual([status, 'sample.stateChanged']);
  }
  expect(await rowOf(own)).toMatchObject({ status: 'submitted' });
});
