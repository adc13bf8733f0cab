/** Tests of approving and rejecting claims. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { payloadOf, resultOf } from '../../platform/http/testing/use-case-result.ts';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { outcomeOf } from '../account/testing/account-fixture.ts';
import { claimCode } from './claim-code.ts';
import { decideClaim } from './decide-claim.ts';
import { findClaimedCodes } from './find-claimed-codes.ts';
import { type CodeFixture, createCodeFixture } from './testing/code-fixture.ts';

testAccess('decideClaim', ['editor', 'admin'], 'claimId:claim');
testIdempotency('decideClaim', async ({ aUser, aClaim }) => ({
  as: await aUser('editor'),
  body: { claimId: await aClaim(), approve: true },
}));

let fixture: CodeFixture;
beforeAll(async () => {
  fixture = await createCodeFixture();
});
afterAll(() => fixture?.drop());

const claim = async (userId: string, bookId: string, photoIds = [fixture.picture(userId)]) =>
  resultOf(claimCode(fixture.deps, fixture.reader(userId), { bookId, reason: 'smudged', photoIds, partial: '', note: '' }));

const decide = (claimId: string, approve: boolean, more: { codeId?: string; reply?: string } = {}) =>
  resultOf(decideClaim(fixture.deps, fixture.operator('editor'), { claimId, approve, reply: '', endBound: false, ...more }));

it('an approval grants the book, voids the old code, and notifies the claimant', async () => {
  const [userId, bookId] = [await fixture.user(), await fixture.book()];
  const { codes } = await fixture.exported(bookId, 1);
  const { id } = (await claim(userId, bookId)).payload.claim;
  const [found] = (await payloadOf(findClaimedCodes(fixture.deps, fixture.operator('editor'), { claimId: id, typed: codes[0] ?? '' })))
    .items;
  expect(await decide(id, true, { ...(found && { codeId: found.id }) })).toMatchObject({
    payload: { claim: { status: 'approved', voidedCode: codes[0]?.split('-')[3] } },
    say: '已通过，读者可以阅读这本书',
  });
  expect(await fixture.query('select source, status from entitlement where user_id = $1', [userId])).toEqual([
    { source: 'claim', status: 'active' },
  ]);
  expect(fixture.notified).toEqual([userId]);
  expect(await fixture.auditEventsOf(id)).toMatchObject([{ action: 'claim.approve' }]);
  expect(await outcomeOf(decide(id, false, { reply: '不清楚' }))).toBe('activationCode.claimDecided');
});

it('a rejection grants nothing and has a reason', async () => {
  const [userId, bookId] = [await fixture.user(), await fixture.book()];
  const { id } = (await claim(userId, bookId)).payload.claim;
  expect(await decide(id, false, { reply: '照片不清楚' })).toMatchObject({
    payload: { claim: { status: 'rejected', reply: '照片不清楚' } },
    say: '已退回',
  });
  expect(await fixture.query('select 1 from entitlement where user_id = $1', [userId])).toEqual([]);
  expect(await outcomeOf(decide('none', true))).toBe('activationCode.claimNotFound');
});
