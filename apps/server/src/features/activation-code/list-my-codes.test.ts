/** Tests of the list of codes that a reader has bound. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { payloadOf } from '../../platform/http/testing/use-case-result.ts';
import { testAccess } from '../../testing/test-access.ts';
import { listMyCodes } from './list-my-codes.ts';
import { redeemActivationCode } from './redeem-activation-code.ts';
import { type CodeFixture, createCodeFixture } from './testing/code-fixture.ts';

testAccess('listMyCodes', 'every user');

let fixture: CodeFixture;
beforeAll(async () => {
  fixture = await createCodeFixture();
});
afterAll(() => fixture?.drop());

it('only the caller’s codes are listed, with their books and release rules', async () => {
  const bookId = await fixture.book();
  const { codes } = await fixture.exported(bookId);
  const [userId, other] = [await fixture.user(), await fixture.user()];
  await redeemActivationCode(fixture.deps, fixture.reader(userId), { code: codes[0] ?? '' });
  const list = (id: string) => payloadOf(listMyCodes(fixture.deps, fixture.reader(id), {}));
  expect(await list(userId)).toMatchObject({
    items: [{ book: { id: bookId }, release: { allowed: false, reason: expect.stringContaining('24 小时') } }],
  });
  expect(await list(other)).toEqual({ items: [] });
});
