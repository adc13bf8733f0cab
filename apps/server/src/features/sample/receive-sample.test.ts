/** Tests that teachers confirm the arrival of printed samples. */
import type { Sample, SampleStatus } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { openSampleFixture, type SampleFixture } from './testing/sample-fixture.ts';

testAccess('receiveSample', ['teacher', 'admin']);
testIdempotency('receiveSample', async ({ aTeacher, aSample }) => {
  const as = await aTeacher();
  return { as, body: { id: await aSample(as, 'shipped') } };
});

let fixture: SampleFixture;
beforeAll(async () => {
  fixture = await openSampleFixture();
});
afterAll(() => fixture?.close());

test('only a shipped sample of the own can be received, once', async () => {
  const receive = (as: Awaited<ReturnType<SampleFixture['aTeacher']>>, id: string) =>
    fixture.post<Sample>('/api/sample/receive', as, { id });
  const teacher = await fixture.aTeacher();
  const id = await fixture.aSample(teacher, 'shipped');
  expect((await receive(await fixture.aTeacher(), id)).code).toBe('sample.notFound');
  const { payload } = await receive(teacher, id);
  expect(payload).toMatchObject({ status: 'received', receivedAt: expect.any(Number) });
  for (const status of ['submitted', 'approved', 'received', 'rejected', 'canceled'] satisfies SampleStatus[]) {
    const other = await fixture.aTeacher();
    expect([status, (await receive(other, await fixture.aSample(other, status))).code]).toEqual([status, 'sample.stateChanged']);
  }
});
