/** Tests the table of textbooks for the order. */
import type { exportAdoptionLists, OutputOf } from '@shufang/contract';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { type AdoptionFixture, openAdoptionFixture } from './testing/adoption-fixture.ts';

testAccess('exportAdoptionLists', ['orgAdmin', 'admin'], 'filtered');

let fixture: AdoptionFixture;
beforeAll(async () => {
  fixture = await openAdoptionFixture();
});
afterAll(() => fixture?.close());

test('the table has a row per textbook of the own institution and the sums, and the export is an audit event', async () => {
  const teacher = await fixture.aTeacher();
  for (const isbn of ['9787040599008', '9787302511625']) await fixture.anAdoption(teacher, fixture.institutionId, 'confirmed', 3, { isbn });
  await fixture.anAdoption(await fixture.aTeacher(fixture.otherInstitutionId), fixture.otherInstitutionId, 'confirmed', 3, {
    isbn: '9787111213826',
  });
  const { payload } = await fixture.post<OutputOf<typeof exportAdoptionLists>>('/api/admin/adoption/export', fixture.orgAdmin, {
    status: 'confirmed',
  });
  expect(payload?.rows).toBe(2);
  const parts = unzipSync(Buffer.from(payload?.base64 ?? '', 'base64'));
  const text = Object.entries(parts)
    .filter(([name]) => name.endsWith('.xml'))
    .map(([, bytes]) => Buffer.from(bytes).toString())
    .join('');
  for (const value of ['程序设计', '9787302511625', '江南大学', '<v>120</v>', '<v>2</v>']) expect(text).toContain(value);
  expect(text).not.toContain('9787111213826');
  const events = await fixture.query(`select after from audit_event where action = 'adoptions.export'`);
  expect(events).toEqual([{ after: { rows: 2, status: 'confirmed' } }]);
});
