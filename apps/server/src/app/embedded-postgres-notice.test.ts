/** Tests what the start and `doctor` report about the embedded PostgreSQL. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../platform/database.ts';
import { createTestDatabase, type TestDatabase } from '../platform/testing/test-database.ts';
import { judgeDatabase } from './cli/doctor-checks.ts';
import { embeddedPostgresLines, versionOfDatabase } from './embedded-postgres-notice.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('the reported version is that of the running server', async () => {
  const db = await openDatabase(database.url);
  const version = await versionOfDatabase(db);
  expect(version).toMatch(/^\d+\.\d+/);
  const [name, advice] = embeddedPostgresLines(version);
  expect(name).toBe(`内置 PostgreSQL ${version}`);
  expect(advice).toContain('DATABASE_URL');
  await db.close();
});

test('doctor warns about it in production, accepts it in a demo, and accepts an external one', () => {
  const judge = (mode: 'demo' | 'production', databaseUrl?: string) => judgeDatabase({ mode, databaseUrl }, 180_004, '18.4');
  expect(judge('production')).toMatchObject({ ok: true, isWarning: true, text: '内置 PostgreSQL 18.4 可以连接' });
  expect(judge('production').advice).toContain('DATABASE_URL');
  for (const finding of [judge('demo'), judge('production', 'postgres://localhost/shufang')]) {
    expect(finding.ok).toBe(true);
    expect(finding.isWarning).toBeUndefined();
  }
  expect(judgeDatabase({ mode: 'demo', databaseUrl: 'postgres://localhost/shufang' }, 140_012, '14.12').ok).toBe(false);
});
