/** Tests of the jobs as a server process registers and sends them. */
import { newId } from '@shufang/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { requestReanchoring } from '../features/annotation/reanchor/reanchor-store.ts';
import { IMPORT_JOB } from '../features/publication/import/import-dependencies.ts';
import { PUBLICATION_LIMITS } from '../features/publication/limits.ts';
import { aTarget } from '../features/sync/testing/sync-fixture.ts';
import { sql } from '../platform/sql.ts';
import { openTestServer, type TestServer } from '../testing/test-server.ts';
import { startJobs, watchReanchoring } from './start-jobs.ts';

let shop: TestServer;
beforeAll(async () => {
  shop = await openTestServer();
  await startJobs(shop.platform);
});
afterAll(() => shop?.close());

it('the queue runs an import more often than its index may be begun, so that the last run records the failure', async () => {
  const { rows } = await shop.platform.db.pool.query<{ retries: number }>(
    'select retry_limit as retries from pgboss.queue where name = $1',
    [IMPORT_JOB],
  );
  expect(rows[0]?.retries).toBeGreaterThan(PUBLICATION_LIMITS.indexAttempts);
});

it('annotations are anchored once, although two processes look for books with a request', async () => {
  const { orm } = shop.platform.db;
  const bookId = await shop.book({ chapters: [['学而第一', '学而时习之，不亦说乎？']] });
  const { id: userId } = await shop.user('13911130001');
  await orm.execute(sql`
    insert into annotation (id, user_id, book_id, version_id, kind, color, body, tags, target, anchor, chapter_title, total_progression,
      created_at, updated_at, field_clocks, search_text)
    values (${newId()}, ${userId}, ${bookId}, 'earlier', 'highlight', 'yellow', '', '{}', ${JSON.stringify(aTarget())}::jsonb, 'exact', '', 0,
      0, 0, '{}', '')`);
  await requestReanchoring(orm, bookId);
  const stops = [watchReanchoring(shop.platform), watchReanchoring(shop.platform)];
  const remaining = async (): Promise<number> =>
    (await orm.execute(sql`select 1 from reanchor_request where book_id = ${bookId}`)).rows.length;
  await expect.poll(remaining, { timeout: 30_000, interval: 50 }).toBe(0);
  for (const stop of stops) await stop();
  const { rows } = await orm.execute(sql`
    select (select current_version_id from book where id = book_id) = version_id as "isCurrent", seq::int
    from annotation join sync_head using (user_id) where book_id = ${bookId}`);
  expect(rows).toEqual([{ isCurrent: true, seq: 1 }]);
});
