/** Tests that the data export of a student contains scores only after they are released. */
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anAnswer } from '../../testing/assignment-objects.ts';
import { type ClassFixture, openClassFixture } from '../teaching/testing/class-fixture.ts';
import { createAssignmentData } from './personal-data.ts';

let fixture: ClassFixture;
beforeAll(async () => {
  fixture = await openClassFixture();
});
afterAll(() => fixture?.shop.close());

interface Exported {
  readonly attempts: readonly { readonly earnedMilli: number | null }[];
  readonly answers: readonly { readonly verdict: string | null; readonly comment: string | null }[];
}

const exportedOf = async (userId: string): Promise<Exported> => {
  const { db } = fixture.shop.platform;
  const [file] = await createAssignmentData(fixture.shop.platform).exportOf(db.orm, userId);
  if (file === undefined) throw new Error('nothing was exported');
  return JSON.parse(await text(file.read())) as Exported;
};

test('the export contains a score when the student may see it, and not before', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const student = await fixture.aStudentOf(group);
  const one = await fixture.aPublished(teacher, group, { release: { score: 'closed' } });
  const { id } = await fixture.start(student, one);
  await fixture.submit(student, id, [anAnswer('q1', 'O1')]);
  const before = await exportedOf(student.id);
  expect(before.attempts).toMatchObject([{ earnedMilli: null }]);
  expect(before.answers).toMatchObject([{ verdict: null, comment: null }]);
  await fixture.post('/api/assignment/status', teacher, { id: one.id, rev: one.rev, status: 'closed' });
  const after = await exportedOf(student.id);
  expect(after.attempts).toMatchObject([{ earnedMilli: 2000 }]);
  expect(after.answers).toMatchObject([{ verdict: 'correct', comment: '' }]);
});
