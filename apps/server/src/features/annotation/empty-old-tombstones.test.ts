/** Tests of the retention of deleted annotations. */
import { expect, it } from 'vitest';
import { aHlc, aPut } from '../sync/testing/sync-fixture.ts';
import { emptyOldTombstones } from './empty-old-tombstones.ts';
import { withNotesDatabase } from './testing/notes-database.ts';

const { fixture, startedAt, reader, query, makeAnnotation } = withNotesDatabase();

it('a deleted annotation can be restored for 180 days after the server received the deletion, then only a tombstone remains', async () => {
  const day = 86_400_000;
  const id = await makeAnnotation({ at: -301 * day, body: '秘密', quote: '原文', tags: ['标'] });
  const deletedAt = startedAt() - 300 * day;
  await fixture().push(reader(), [aPut({ entityId: id, kind: 'del', hlc: aHlc(deletedAt), fields: {} })]);
  fixture().time.now = startedAt() + 180 * day;
  await emptyOldTombstones(fixture().deps);
  expect((await fixture().mark(reader(), id)).record).toMatchObject({ body: '秘密', deletedAt });
  fixture().time.now = startedAt() + 180 * day + 1;
  expect(await emptyOldTombstones(fixture().deps)).toBeGreaterThanOrEqual(1);
  expect((await fixture().mark(reader(), id)).record).toMatchObject({
    body: '',
    tags: [],
    chapterTitle: '',
    target: { quote: { exact: '', prefix: '', suffix: '' } },
    deletedAt,
  });
  expect(await emptyOldTombstones(fixture().deps)).toBe(0);
});

it('a restored annotation is listed again and is not emptied later', async () => {
  const id = await makeAnnotation({ body: '留下' });
  await fixture().push(reader(), [
    aPut({ entityId: id, kind: 'del', hlc: aHlc(startedAt() + 5), fields: {} }),
    aPut({ entityId: id, hlc: aHlc(startedAt() + 6), fields: { deletedAt: null } }),
  ]);
  expect((await query()).items).toMatchObject([{ id, body: '留下' }]);
  fixture().time.now = startedAt() + 365 * 86_400_000;
  expect(await emptyOldTombstones(fixture().deps)).toBe(0);
});
