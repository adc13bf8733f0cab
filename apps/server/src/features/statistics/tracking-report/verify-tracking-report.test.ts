/** Tests that a code proves the report, here and without this server, and that every change is found. */
import { createPublicKey, verify } from 'node:crypto';
import type { OutputOf, verifyTrackingReport } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { granted } from '../../../testing/file-fixture.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { openReportFixture, type ReportFixture } from '../testing/report-fixture.ts';
import { sha256Of } from './frozen-report.ts';

testAccess('verifyTrackingReport', 'everyone');

let fixture: ReportFixture;
beforeAll(async () => {
  fixture = await openReportFixture();
}, 120_000);
afterAll(() => fixture?.shop.close());

const check = (code: string) =>
  fixture.shop.call<OutputOf<typeof verifyTrackingReport>>(`/api/report/verify?code=${encodeURIComponent(code)}`);

test('anyone verifies a code; the signature holds without this server, and the hashes are those of the files', async () => {
  const { id, code = '' } = await fixture.aReport('week');
  const found = granted(await check(code));
  expect(found).toMatchObject({ isIntact: true, title: '论语选读' });
  const key = createPublicKey({ key: Buffer.from(found.publicKey, 'base64'), format: 'der', type: 'spki' });
  const signed = Buffer.from(JSON.stringify([id, found.sha256]));
  expect(verify(null, signed, key, Buffer.from(found.signature, 'base64url'))).toBe(true);
  for (const { format, sha256 } of found.files) expect([format, sha256Of(await fixture.file(id, format))]).toEqual([format, sha256]);
  expect(found.files.map(({ format }) => format)).toEqual(['docx', 'pdf', 'xlsx']);
});

test('changed numbers and changed files are found', async () => {
  const { id, code = '' } = await fixture.aReport('term');
  const run = (text: string) => fixture.shop.platform.db.pool.query(text, [id]);
  await run(`update tracking_report_file set bytes = bytes || 'x'::bytea where report_id = $1 and format = 'docx'`);
  expect((await check(code)).payload?.isIntact).toBe(false);
  await run('delete from tracking_report_file where report_id = $1');
  expect((await check(code)).payload?.isIntact).toBe(true);
  await run(`update tracking_report set frozen = replace(frozen, '论语选读', '论语全本') where id = $1`);
  expect((await check(code)).payload?.isIntact).toBe(false);
});

test('a code that was changed, made up, or belongs to another report is refused', async () => {
  const [one, other] = [await fixture.aReport('week'), await fixture.aReport('all')];
  const [id, signature = ''] = (one.code ?? '').split('.');
  const flipped = `${signature[0] === 'A' ? 'B' : 'A'}${signature.slice(1)}`;
  for (const code of ['', 'x', `${id}.${flipped}`, `${id}.${(other.code ?? '').split('.')[1]}`, `${one.code}A`])
    expect([code, (await check(code)).code]).toEqual([code, 'report.unknown']);
});
