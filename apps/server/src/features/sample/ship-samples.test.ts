/** Tests of recording that samples were sent. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SHIPPING } from '../../testing/sample-objects.ts';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import type { TestUser } from '../../testing/test-server.ts';
import { openSampleFixture, type SampleFixture } from './testing/sample-fixture.ts';

testAccess('shipSamples', ['editor', 'admin'], 'filtered');
testIdempotency('shipSamples', async ({ aUser, aTeacher, aSample }) => ({
  as: await aUser('editor'),
  body: { ids: [await aSample(await aTeacher(), 'approved')], carrier: '顺丰', trackingNo: 'SF100' },
}));

let fixture: SampleFixture;
beforeAll(async () => {
  fixture = await openSampleFixture();
});
afterAll(() => fixture?.close());

const ship = (as: TestUser, ids: readonly string[], more: object = {}) =>
  fixture.post<{ changed: number }>('/api/admin/sample/ship', as, { ids, carrier: '顺丰', trackingNo: 'SF100', ...more });

test('the samples of one parcel get its carrier and number, and the teacher is notified', async () => {
  const teacher = await fixture.aTeacher();
  const id = await fixture.aSample(teacher, 'approved');
  expect((await ship(fixture.otherEditor, [id])).code).toBe('sample.notFound');
  expect((await ship(fixture.editor, [id], { trackingNo: '见短信' })).message).toBe('请填写运单号，只含字母、数字和连字符');
  expect((await ship(fixture.editor, [id])).message).toBe('已登记发货 1 份');
  const [row] = await fixture.query('select status, carrier, tracking_no from sample where id = $1', [id]);
  expect(row).toEqual({ status: 'shipped', carrier: '顺丰', tracking_no: 'SF100' });
  expect(await fixture.noticesOf(teacher)).toEqual(['sampleShipped']);
  expect((await ship(fixture.editor, [id])).code).toBe('sample.stateChanged');
});

test('samples for different addresses are no parcel, and a digital or undecided one is not sent', async () => {
  const teacher = await fixture.aTeacher();
  const first = await fixture.aSample(teacher, 'approved');
  const second = await fixture.aSample(await fixture.aTeacher(), 'approved');
  await fixture.query('update sample set shipping = $2 where id = $1', [second, { ...SHIPPING, city: '宁波' }]);
  expect((await ship(fixture.editor, [first, second])).code).toBe('sample.severalAddresses');
  const undecided = await fixture.aSample(await fixture.aTeacher());
  const digital = await fixture.aSample(teacher, 'submitted', 'digital');
  await fixture.post('/api/admin/sample/decide', fixture.editor, { ids: [digital], decision: 'approve' });
  expect((await ship(fixture.editor, [undecided])).code).toBe('sample.stateChanged');
  expect((await ship(fixture.editor, [digital])).code).toBe('sample.stateChanged');
  expect(await fixture.query('select 1 from sample where id = any($1) and status = $2', [[first, second], 'approved'])).toHaveLength(2);
});
