/** Tests of the list of batches for operators. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { payloadOf } from '../../platform/http/testing/use-case-result.ts';
import { testAccess } from '../../testing/test-access.ts';
import { outcomeOf } from '../account/testing/account-fixture.ts';
import { listCodeBatches } from './list-code-batches.ts';
import { type CodeFixture, createCodeFixture } from './testing/code-fixture.ts';

testAccess('listCodeBatches', ['editor', 'finance', 'admin'], 'filtered');

let fixture: CodeFixture;
beforeAll(async () => {
  fixture = await createCodeFixture();
});
afterAll(() => fixture?.drop());

const list = (input: Partial<Parameters<typeof listCodeBatches>[2]>, scope?: Parameters<CodeFixture['operator']>[1]) =>
  payloadOf(listCodeBatches(fixture.deps, fixture.operator('editor', scope), { limit: 20, ...input }));

it('batches are listed newest first, page by page, by state and within the scope', async () => {
  const [own, other] = [await fixture.book({ publisher: '甲社' }), await fixture.book({ publisher: '乙社' })];
  const first = await fixture.request(own);
  fixture.advance(1);
  const { batchId: exported } = await fixture.exported(other);
  const page = await list({ limit: 1 });
  expect(page.items.map(({ id }) => id)).toEqual([exported]);
  expect((await list({ limit: 1, cursor: page.next })).items.map(({ id }) => id)).toEqual([first]);
  expect((await list({ state: 'requested' })).items.map(({ id }) => id)).toEqual([first]);
  expect((await list({}, { publishers: ['甲社'], institutions: [] })).items.map(({ id }) => id)).toEqual([first]);
  expect(await outcomeOf(list({ cursor: 'x' }))).toBe('request.invalid');
});
