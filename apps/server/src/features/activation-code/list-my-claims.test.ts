/** Tests of the list of a reader's own claims. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { payloadOf, resultOf } from '../../platform/http/testing/use-case-result.ts';
import { testAccess } from '../../testing/test-access.ts';
import { claimCode } from './claim-code.ts';
import { listMyClaims } from './list-my-claims.ts';
import { type CodeFixture, createCodeFixture } from './testing/code-fixture.ts';

testAccess('listMyClaims', 'every user');

let fixture: CodeFixture;
beforeAll(async () => {
  fixture = await createCodeFixture();
});
afterAll(() => fixture?.drop());

const claim = async (userId: string, bookId: string, photoIds = [fixture.picture(userId)]) =>
  resultOf(claimCode(fixture.deps, fixture.reader(userId), { bookId, reason: 'smudged', photoIds, partial: '', note: '' }));

it('only the caller’s claims are listed', async () => {
  const [userId, other] = [await fixture.user(), await fixture.user()];
  const { payload } = await claim(userId, await fixture.book());
  expect(await payloadOf(listMyClaims(fixture.deps, fixture.reader(userId), {}))).toEqual({ items: [payload.claim] });
  expect(await payloadOf(listMyClaims(fixture.deps, fixture.reader(other), {}))).toEqual({ items: [] });
});
