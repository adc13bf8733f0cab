/** Tests of the list of claims for operators. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { payloadOf, resultOf } from '../../platform/http/testing/use-case-result.ts';
import { testAccess } from '../../testing/test-access.ts';
import { outcomeOf } from '../account/testing/account-fixture.ts';
import { claimCode } from './claim-code.ts';
import { listClaims } from './list-claims.ts';
import { type CodeFixture, createCodeFixture } from './testing/code-fixture.ts';

testAccess('listClaims', ['editor', 'admin'], 'filtered');

let fixture: CodeFixture;
beforeAll(async () => {
  fixture = await createCodeFixture();
});
afterAll(() => fixture?.drop());

const claim = async (userId: string, bookId: string, photoIds = [fixture.picture(userId)]) =>
  resultOf(claimCode(fixture.deps, fixture.reader(userId), { bookId, reason: 'smudged', photoIds, partial: '', note: '' }));

const list = (input: Partial<Parameters<typeof listClaims>[2]>, scope?: Parameters<CodeFixture['operator']>[1]) =>
  payloadOf(listClaims(fixture.deps, fixture.operator('editor', scope), { status: 'open', limit: 20, ...input }));

it('open claims are listed with their claimants, page by page and within the scope', async () => {
  const [userId, own, other] = [await fixture.user(), await fixture.book({ publisher: '甲社' }), await fixture.book({ publisher: '乙社' })];
  const first = (await claim(userId, own)).payload.claim.id;
  fixture.advance(1);
  const second = (await claim(userId, other)).payload.claim.id;
  const page = await list({ limit: 1 });
  const rest = await list({ limit: 1, cursor: page.next });
  expect([...page.items, ...rest.items].map(({ id }) => id).toSorted()).toEqual([first, second].toSorted());
  expect(page.items[0]?.claimant).toMatchObject({ userId, tel: '136****0000' });
  expect((await list({}, { publishers: ['甲社'], institutions: [] })).items.map(({ id }) => id)).toEqual([first]);
  expect((await list({ status: 'rejected' })).items).toEqual([]);
  expect(await outcomeOf(list({ cursor: 'x' }))).toBe('request.invalid');
});
