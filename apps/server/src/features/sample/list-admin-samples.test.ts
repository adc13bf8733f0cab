/** Tests the list of samples for operators: states, filters and publishers. */
import type { listAdminSamples, OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import type { TestUser } from '../../testing/test-server.ts';
import { openSampleFixture, type SampleFixture } from './testing/sample-fixture.ts';

testAccess('listAdminSamples', ['editor', 'admin'], 'filtered');

let fixture: SampleFixture;
beforeAll(async () => {
  fixture = await openSampleFixture();
});
afterAll(() => fixture?.close());

const list = async (as: TestUser, query = '') =>
  (await fixture.get<OutputOf<typeof listAdminSamples>>(`/api/admin/sample/list?limit=1${query}`, as)).payload;

test('an editor sees the samples of the own publisher by state, form and text, with the teacher, page by page', async () => {
  const teacher = await fixture.aTeacher();
  await fixture.query(
    `insert into application (id, user_id, kind, state, form, submitted_at, decided_at, created_at) values ($1, $1, 'teacher', 'approved', $2, 0, 0, 0)`,
    [teacher.id, JSON.stringify({ realName: '谢知微', institution: '江南大学', department: '文学院' })],
  );
  const first = await fixture.aSample(teacher);
  const second = await fixture.aSample(teacher, 'submitted', 'digital');
  const foreign = await fixture.aSample(teacher, 'submitted', 'print', fixture.otherBookId);
  const page = await list(fixture.editor);
  const next = await list(fixture.editor, `&cursor=${page?.nextCursor}`);
  expect([page?.items[0]?.id, next?.items[0]?.id].toSorted()).toEqual([first, second].toSorted());
  expect(next?.nextCursor).toBeUndefined();
  expect(page?.counts).toEqual({ submitted: 2, approved: 0, shipped: 0, received: 0, rejected: 0, canceled: 0 });
  expect(page?.items[0]?.teacher).toMatchObject({
    userId: teacher.id,
    verified: { name: '谢知微', institution: '江南大学', department: '文学院' },
  });
  expect((await list(fixture.editor, '&form=digital'))?.items.map(({ id }) => id)).toEqual([second]);
  expect((await list(fixture.editor, `&q=${encodeURIComponent('知微')}`))?.items.map(({ id }) => id)).toEqual([first]);
  expect((await list(fixture.editor, `&q=${encodeURIComponent('%')}`))?.items).toEqual([]);
  expect((await list(fixture.editor, '&status=approved'))?.items).toEqual([]);
  expect((await list(fixture.otherEditor))?.items.map(({ id }) => id)).toEqual([foreign]);
});
