/** Tests the table of samples for the warehouse. */
import type { exportSamples, OutputOf } from '@shufang/contract';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { openSampleFixture, type SampleFixture } from './testing/sample-fixture.ts';

testAccess('exportSamples', ['editor', 'admin'], 'filtered');
let fixture: SampleFixture;
beforeAll(async () => {
  fixture = await openSampleFixture();
});
afterAll(() => fixture?.close());

test('the table has the samples of the own publisher with address and phone, and the export is an audit event', async () => {
  const teacher = await fixture.aTeacher();
  await fixture.aSample(teacher, 'approved');
  await fixture.aSample(teacher, 'approved', 'print', fixture.otherBookId);
  const { payload } = await fixture.post<OutputOf<typeof exportSamples>>('/api/admin/sample/export', fixture.editor, {
    status: 'approved',
  });
  expect(payload?.samples).toBe(1);
  const parts = unzipSync(Buffer.from(payload?.base64 ?? '', 'base64'));
  const text = Object.entries(parts)
    .filter(([name]) => name.endsWith('.xml'))
    .map(([, bytes]) => Buffer.from(bytes).toString())
    .join('');
  for (const value of ['论语选读', '谢知微', '13912345678', '文一路 1 号']) expect(text).toContain(value);
  expect(text).not.toContain('孟子选读');
  const events = await fixture.query(`select after from audit_event where action = 'samples.export'`);
  expect(events).toEqual([{ after: { samples: 1, status: 'approved' } }]);
});
