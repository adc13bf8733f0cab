/** Tests of claiming a book with photos as proof. */
import type { AccessRight } from '@shufang/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { resultOf } from '../../platform/http/testing/use-case-result.ts';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { outcomeOf } from '../account/testing/account-fixture.ts';
import { claimCode } from './claim-code.ts';
import { type CodeFixture, createCodeFixture } from './testing/code-fixture.ts';

testAccess('claimCode', ['reader', 'teacher', 'author', 'expert', 'editor', 'orgAdmin']);

testIdempotency('claimCode', async ({ aUser, aBook, aPicture }) => {
  const as = await aUser();
  return { as, body: { bookId: await aBook(), reason: 'lost', photoIds: [await aPicture(as)] } };
});

let fixture: CodeFixture;
beforeAll(async () => {
  fixture = await createCodeFixture();
});
afterAll(() => fixture?.drop());

const claim = async (userId: string, bookId: string, photoIds = [fixture.picture(userId)]) =>
  resultOf(claimCode(fixture.deps, fixture.reader(userId), { bookId, reason: 'smudged', photoIds, partial: '', note: '' }));

it('a claim is open until it is decided, and a second one for the book is refused', async () => {
  const [userId, bookId] = [await fixture.user(), await fixture.book({ title: '论语' })];
  expect(await claim(userId, bookId)).toMatchObject({
    payload: { claim: { bookId, bookTitle: '论语', photos: 1, status: 'open' } },
    say: '已提交，我们会尽快处理',
  });
  expect(await outcomeOf(claim(userId, bookId))).toBe('activationCode.claimOpen');
});

it('an unknown or removed book, a readable one, and photos of other users are refused', async () => {
  const [userId, other, bookId] = [await fixture.user(), await fixture.user(), await fixture.book()];
  expect(await outcomeOf(claim(userId, 'none'))).toBe('catalog.bookNotFound');
  expect(await outcomeOf(claim(userId, await fixture.book({ removal_notice: '停止阅读' })))).toBe('activationCode.claimBookRemoved');
  expect(await outcomeOf(claim(userId, bookId, [fixture.picture(other)]))).toBe('file.notFound');
  fixture.rights.set(bookId, { kind: 'owned', reason: '' } as AccessRight);
  expect(await outcomeOf(claim(userId, bookId))).toBe('activationCode.claimNeedless');
});
