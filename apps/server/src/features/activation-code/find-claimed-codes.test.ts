/** Tests of finding the code to which a claim refers. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { payloadOf, resultOf } from '../../platform/http/testing/use-case-result.ts';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { outcomeOf } from '../account/testing/account-fixture.ts';
import { claimCode } from './claim-code.ts';
import { findClaimedCodes } from './find-claimed-codes.ts';
import { type CodeFixture, createCodeFixture } from './testing/code-fixture.ts';

testAccess('findClaimedCodes', ['editor', 'admin'], 'claimId:claim');
testIdempotency(
  'findClaimedCodes',
  async ({ aUser, aClaim }) => ({ as: await aUser('editor'), body: { claimId: await aClaim(), typed: 'ABCD' } }),
  { changesNothing: true },
);

let fixture: CodeFixture;
beforeAll(async () => {
  fixture = await createCodeFixture();
});
afterAll(() => fixture?.drop());

const claim = async (userId: string, bookId: string, photoIds = [fixture.picture(userId)]) =>
  resultOf(claimCode(fixture.deps, fixture.reader(userId), { bookId, reason: 'smudged', photoIds, partial: '', note: '' }));

const find = (claimId: string, typed: string) => payloadOf(findClaimedCodes(fixture.deps, fixture.operator('editor'), { claimId, typed }));

it('a code of the book is found by itself or by its fourth group, codes of other books are not', async () => {
  const [userId, bookId] = [await fixture.user(), await fixture.book()];
  const [{ codes }, { codes: others }] = [await fixture.exported(bookId, 1), await fixture.exported(await fixture.book(), 1)];
  const { id } = (await claim(userId, bookId)).payload.claim;
  const whole = await find(id, codes[0] ?? '');
  expect(whole.items).toMatchObject([{ serial: 1 }]);
  expect((await find(id, codes[0]?.split('-')[3] ?? '')).items).toEqual(whole.items);
  expect((await find(id, others[0] ?? '')).items).toEqual([]);
  expect(await outcomeOf(find('none', codes[0] ?? ''))).toBe('activationCode.claimNotFound');
});
