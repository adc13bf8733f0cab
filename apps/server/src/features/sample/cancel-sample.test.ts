/** Tests the withdrawal of requests for samples. */
import type { Sample } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { openSampleFixture, type SampleFixture } from './testing/sample-fixture.ts';

testAccess('cancelSample', ['teacher', 'admin']);
testIdempotency('cancelSample', async ({ aTeacher, aSample }) => {
  const as = await aTeacher();
  return { as, body: { id: await aSample(as) } };
});

let fixture: SampleFixture;
beforeAll(async () => {
  fixture = await openSampleFixture();
});
afterAll(() => fixture?.close());

test('a withdrawn request loses its address; only the own one that was not decided can be withdrawn', async () => {
  const [teacher, other] = [await fixture.aTeacher(), await fixture.aTeacher()];
  const id = await fixture.aSample(teacher);
  const cancel = (as: typeof teacher, sample: string) => fixture.post<Sample>('/api/sample/cancel', as, { id: sample });
  expect((await cancel(other, id)).code).toBe('sample.notFound');
  const { payload, message } = await cancel(teacher, id);
  expect([message, payload?.status, payload?.shipping]).toEqual(['已撤回', 'canceled', undefined]);
  expect((await cancel(teacher, id)).code).toBe('sample.stateChanged');
  for (const status of ['approved', 'shipped', 'received', 'rejected'] as const) {
    const later = await fixture.aSample(await fixture.aTeacher(), status);
    await fixture.query('update sample set user_id = $2 where id = $1 and status <> $3', [later, teacher.id, 'none']);
    expect([status, (await cancel(teacher, later)).code]).toEqual([status, 'sample.stateChanged']);
    await fixture.query('delete from sample where id = $1', [later]);
  }
});
