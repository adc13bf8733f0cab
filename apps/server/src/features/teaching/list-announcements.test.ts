/** Tests the pages of the list of announcements. */
import type { listAnnouncements, OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { type ClassFixture, openClassFixture } from './testing/class-fixture.ts';

testAccess('listAnnouncements', 'every user');

let fixture: ClassFixture;
beforeAll(async () => {
  fixture = await openClassFixture();
});
afterAll(() => fixture?.shop.close());

test('announcements are listed in pages, the newest first', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  for (const body of ['一', '二', '三']) {
    await fixture.post('/api/class/announcement/publish', teacher, { classId: group.id, body });
    fixture.shop.platform.advanceClock?.(1_000);
  }
  const page = async (cursor = '') =>
    (
      await fixture.get<OutputOf<typeof listAnnouncements>>(
        `/api/class/announcements?classId=${group.id}&limit=2&cursor=${cursor}`,
        teacher,
      )
    ).payload;
  const first = await page();
  expect(first?.items.map(({ body }) => body)).toEqual(['三', '二']);
  const second = await page(first?.nextCursor);
  expect(second?.items.map(({ body }) => body)).toEqual(['一']);
  expect(second).not.toHaveProperty('nextCursor');
});
