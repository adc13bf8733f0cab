/** Tests what a teacher sees of the own samples. */
import type { listSamples, OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SHIPPING } from '../../testing/sample-objects.ts';
import { testAccess } from '../../testing/test-access.ts';
import { openSampleFixture, type SampleFixture } from './testing/sample-fixture.ts';

testAccess('listSamples', ['teacher', 'admin']);

let fixture: SampleFixture;
beforeAll(async () => {
  fixture = await openSampleFixture();
});
afterAll(() => fixture?.close());

test('a teacher sees the own samples, of all books or of one, with the last address, and nothing of other teachers', async () => {
  const [teacher, other] = [await fixture.aTeacher(), await fixture.aTeacher()];
  await fixture.aSample(other);
  await fixture.aSample(teacher);
  await fixture.aSample(teacher, 'submitted', 'digital', fixture.otherBookId);
  const list = async (query: string) => (await fixture.get<OutputOf<typeof listSamples>>(`/api/sample/list${query}`, teacher)).payload;
  expect((await list(''))?.items.map(({ book }) => book.id).toSorted()).toEqual([fixture.bookId, fixture.otherBookId].toSorted());
  const ofBook = await list(`?bookId=${fixture.otherBookId}`);
  expect(ofBook?.items.map(({ form }) => form)).toEqual(['digital']);
  expect(ofBook?.lastShipping).toEqual(SHIPPING);
  expect(ofBook?.quota).toMatchObject({ used: 0, max: 10 });
});
