/** Every POST call of the product is tested to take effect once (`testing/test-idempotency.ts`), and its idempotency key is checked. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { OP_ID_HEADER } from '@shufang/contract';
import { expect, test } from 'vitest';
import { requestFixture } from '../testing/request-fixture.ts';
import { anIdempotencyKey, send } from '../testing/test-idempotency.ts';
import { describedCalls } from '../testing/wire-fixture.ts';

const source = path.resolve(import.meta.dirname, '..');
const testFiles = globSync('**/*.test.ts', { cwd: source });
const tested = testFiles.flatMap((file) =>
  [...readFileSync(path.join(source, file), 'utf8').matchAll(/^testIdempotency\(\s*'(?<name>\w+)'/gm)].map(({ groups }) => ({
    name: groups?.['name'] ?? '',
    file: path.basename(file, '.test.ts'),
  })),
);
const fileNameOf = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Calls by POST without this test. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  exportCodeBatch: 'codes are delivered only once (export-code-batch.test.ts)',
  exportAllOrders: 'returns a file; each export is an audit event',
  exportSamples: 'returns a file; each export is an audit event',
  exportAdoptionLists: 'returns a file; each export is an audit event',
  exportRoyaltyStatements: 'returns a file; each export is an audit event',
  getClaimPhoto: 'changes nothing',
  getExamNews: 'changes nothing but the time at which the page was last heard of',
  readProof: 'each read of a document is an audit event (read-proof.test.ts)',
  readInvoice: 'changes nothing',
  downloadBookMaterial: 'changes nothing but the count of downloads',
};
/** Payment notifications have keys of their own (payment-load.test.ts); the pages of local payment providers are for tests. */
const NO_OPERATION = /^(?:\/test\/|notify)/;

test('every POST call of the server is tested once, or is an exception', async () => {
  const calls = (await describedCalls((await requestFixture()).shop)).filter(({ method }) => method === 'POST').map(({ name }) => name);
  expect(calls.length).toBeGreaterThan(100);
  expect([...tested.map(({ name }) => name), ...Object.keys(EXCEPTIONS)].toSorted()).toEqual(
    calls.filter((name) => !NO_OPERATION.test(name)).toSorted(),
  );
});

test('a POST call is tested in the test file of its name', () => {
  const files = new Set(testFiles.map((file) => path.basename(file, '.test.ts')));
  expect(tested.filter(({ name, file }) => files.has(fileNameOf(name)) && file !== fileNameOf(name))).toEqual([]);
});

test('a request with the key of another input is rejected, and an invalid key is reported', async () => {
  const fixture = await requestFixture();
  const as = await fixture.aUser();
  const check = (code: string, headers: Readonly<Record<string, string>>) =>
    send(fixture, '/api/code/check', { as, body: { code } }, headers);
  const key = anIdempotencyKey();
  expect((await check('AAAA-AAAA-AAAA-AAAA', key)).code).toMatch(/^activationCode\./);
  expect((await check('BBBB-BBBB-BBBB-BBBB', key)).code).toBe('request.opIdReused');
  for (const bad of ['short', 'x'.repeat(65), encodeURIComponent('有中文的名字有中文的名字有中文的名字').slice(0, 70)])
    expect(await check('AAAA-AAAA-AAAA-AAAA', { [OP_ID_HEADER]: bad })).toMatchObject({
      code: 'request.invalid',
      message: expect.stringContaining('有误'),
    });
});
