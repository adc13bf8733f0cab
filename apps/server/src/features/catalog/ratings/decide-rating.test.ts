/** Tests of hiding reported ratings and showing them again. */
import type { AdminRating } from '@shufang/contract';
import { expect, test } from 'vitest';
import { NOBODY } from '../../../testing/book-per-test.ts';
import { withRatingServer } from '../../../testing/rating-server.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';

testAccess('decideRating', ['editor', 'admin'], 'id:rating');
testIdempotency('decideRating', async ({ aUser, aRating }) => ({
  as: await aUser('editor'),
  body: { id: (await aRating()).id, decision: 'hide', reason: '广告' },
}));

const { editor, bookId, query, aUser, aReader, ask, send, list, rate } = withRatingServer();

test('a reported rating is hidden with a reason and shown again by an editor(), and each decision is in the audit log', async () => {
  const [author, other] = [await aReader(), await aUser()];
  const { payload } = await rate(author, 1, '广告：加微信');
  const id = payload?.mine.id ?? '';
  expect((await send('/api/rating/report', author, { id, reason: '我' })).code).toBe('catalog.ratingRefused');
  expect((await send('/api/rating/report', other, { id, reason: ' ' })).message).toBe('请写明举报的原因');
  for (const reason of ['广告', '是广告']) expect((await send('/api/rating/report', other, { id, reason })).code).toBe('success');
  const listForAdmin = (state: string) =>
    ask<{ items: AdminRating[]; counts: object }>(`/api/admin/rating/list?state=${state}&bookId=${bookId()}`, editor());
  expect(await listForAdmin('reported')).toMatchObject({
    items: [{ id, state: 'reported', reports: [{ reason: '是广告' }], account: { tel: expect.stringContaining('****') } }],
    counts: { reported: 1, shown: 1, hidden: 0 },
  });
  const decide = (body: object, as = editor()) => send<AdminRating>('/api/admin/rating/decide', as, { id, ...body });
  expect((await decide({ decision: 'hide' })).message).toBe('请写明隐藏的原因');
  expect((await decide({ decision: 'hide', reason: '广告' }, other)).code).toBe('forbidden');
  expect((await decide({ decision: 'hide', reason: '含有广告' })).payload).toMatchObject({ state: 'hidden', reports: [] });
  expect(await list()).toMatchObject({ count: 0, items: [] });
  expect((await query('select kind from notice where user_id = $1', [author.id])).rows).toEqual([{ kind: 'ratingHidden' }]);
  expect((await list(author)).mine).toMatchObject({ hiddenReason: '含有广告' });
  // A hidden rating stays hidden after its author edits it, until an editor() decides.
  await rate(author, 3, '改过了');
  expect((await list()).count).toBe(0);
  expect((await send('/api/rating/report', other, { id, reason: '还在' })).code).toBe('catalog.ratingNotFound');
  expect((await decide({ decision: 'keep' })).payload).toMatchObject({ state: 'shown' });
  expect(await list()).toMatchObject({ count: 1, mean: 3 });
  expect((await send('/api/admin/rating/decide', editor(), { id: NOBODY, decision: 'keep' })).code).toBe('catalog.ratingNotFound');
  const { rows } = await query('select action, before, reason from audit_event where target_id = $1 order by id', [id]);
  expect(rows).toEqual([
    { action: 'rating.hide', before: { hidden: false }, reason: '含有广告' },
    { action: 'rating.keep', before: { hidden: true }, reason: '' },
  ]);
});
