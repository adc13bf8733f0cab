/** Tests of `getBookPackage`: the list matches the bytes that the content origin serves. */
import { createHash } from 'node:crypto';
import { getBookPackage, newId, type OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { granted } from '../../../testing/file-fixture.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { type TestUser } from '../../../testing/test-server.ts';
import { READING_LIMITS } from '../limits.ts';
import { type LeaseScenario, openLeaseScenario } from './testing/lease-scenario.ts';

testAccess('getBookPackage', 'every user');

let scenario: LeaseScenario;
beforeAll(async () => {
  scenario = await openLeaseScenario();
});
afterAll(() => scenario?.close());
const ask = (as: TestUser, bookId: string, versionId: string) =>
  scenario.callOn<OutputOf<typeof getBookPackage>>('devicea', as, `/api/offline/package?bookId=${bookId}&versionId=${versionId}`);

test('every file of the version is listed with its size and its hash, the same in concurrent calls', async () => {
  const { as, bookId } = await scenario.anOwnedBook();
  const { lease, content } = await scenario.lease('devicea', as, bookId);
  const [first, second] = await Promise.all([ask(as, bookId, lease.versionId), ask(as, bookId, lease.versionId)]);
  const listed = granted(first);
  expect(listed).toEqual(getBookPackage.output.parse(listed));
  expect(granted(second)).toEqual(listed);
  expect(listed.resources.length).toBeGreaterThanOrEqual(4);
  for (const { href, sha256, bytes } of listed.resources) {
    const url = new URL(content.baseUrl + href);
    const { rawPayload } = await scenario.shop.request({ method: 'GET', url: url.pathname, headers: { host: url.host } });
    expect([href, rawPayload.length, createHash('sha256').update(rawPayload).digest('hex')]).toEqual([href, bytes, sha256]);
  }
  expect(listed.bytes).toBe(listed.resources.reduce((sum, { bytes }) => sum + bytes, 0));
});

test('is refused to a reader of the trial, for another book, for an unknown version, and above the limit of a minute', async () => {
  const { as, bookId } = await scenario.anOwnedBook();
  const { lease } = await scenario.lease('devicea', as, bookId);
  const other = await scenario.aReader();
  expect((await ask(other, bookId, lease.versionId)).code).toBe('entitlement.notEntitled');
  const otherBook = await scenario.aBook();
  await scenario.grant(as, otherBook);
  expect((await ask(as, otherBook, lease.versionId)).code).toBe('catalog.bookNotFound');
  expect((await ask(as, bookId, newId())).code).toBe('catalog.bookNotFound');
  expect((await ask(as, newId(), lease.versionId)).code).toBe('catalog.bookNotFound');
  const codes = await Promise.all(
    Array.from({ length: READING_LIMITS.manifestsPerMinute }, async () => (await ask(as, bookId, lease.versionId)).code),
  );
  expect(codes.filter((code) => code === 'request.tooMany').length).toBeGreaterThan(0);
});
