/** Runs each sweep once with `sweepOnce`: of two rows of each kind, the expired one is deleted and the other one stays. */
import { mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it, test } from 'vitest';
import { contentKey } from '../gateways/object-storage/content-key.ts';
import { openFolderObjectStorage } from '../gateways/object-storage/folder-object-storage.ts';
import type { ObjectStorage } from '../gateways/object-storage/object-storage.ts';
import { readConfig } from '../platform/config.ts';
import { createInProcessEvents } from '../platform/events.ts';
import { HTTP_LIMITS } from '../platform/http/limits.ts';
import { createTestDatabase, type TestDatabase } from '../platform/testing/test-database.ts';
import { startHousekeeping, sweepOnce } from './housekeeping.ts';

const DAY_MS = 86_400_000;
const NOW = 1_800_000_000_000;
const HASHES = { unnamed: 'a'.repeat(64), named: 'b'.repeat(64), young: 'c'.repeat(64) };

let database: TestDatabase;
let folder: string;
let objects: ObjectStorage;
const errors: string[] = [];
const log = pino({ level: 'error' }, { write: (line: string) => void errors.push(line) });
const query = async (text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
  (await database.db.pool.query(text, values)).rows as Record<string, unknown>[];
/** Inserts an expired and an unexpired row of the same kind. */
const both = async (text: string, gone: number, stays: number): Promise<void> => {
  await query(text.replaceAll('$name', 'gone'), text.includes('$1') ? [gone] : []);
  await query(text.replaceAll('$name', 'stays'), text.includes('$1') ? [stays] : []);
};

const platform = () => ({
  db: database.db,
  clock: { now: () => NOW },
  events: createInProcessEvents(log),
  objects,
  log,
  config: readConfig({ DATA_DIR: folder }),
});

const fill = async (): Promise<void> => {
  await query(`insert into user_account (id, nickname, created_at, updated_at) values ('reader', '读者', 0, 0)`);
  await query(`insert into institution (id, name, created_at) values ('school', '甲大学', 0)`);
  await query(`insert into book (id, title, created_at, updated_at) values ('book', '论语', 0, 0)`);
  await both(
    `insert into user_role (user_id, role, scope, granted_at, expires_at) values ('reader', 'editor', '$name', 0, $1)`,
    NOW,
    NOW + 1,
  );
  await both(
    `insert into institution_sign_in_attempt (state, proof_hash, return_to, return_url, expires_at) values ('$name', '', '/', '/', $1)`,
    NOW - 1,
    NOW,
  );
  await both(
    `insert into institution_ticket (ticket_hash, institution_id, protocol, scope, subject, affiliation, expires_at)
     values ('$name', 'school', 'oidc', '', '', '', $1)`,
    NOW - 1,
    NOW,
  );
  await both(
    `insert into institution_session (sid, user_id, institution_id, protocol, affiliation, began_at, ends_at)
     values ('$name', 'reader', 'school', 'oidc', '', 0, $1)`,
    NOW,
    NOW + 1,
  );
  await both(`insert into license_request values ('school', 'reader', '$name', $1, 0, 0)`, NOW - 12 * 3_600_000 - 1, NOW - 12 * 3_600_000);
  await both(
    `insert into provider_sign_in_attempt (state, provider, proof_hash, return_to, check_data, expires_at)
     values ('$name', 'wechat', '', '/', '', $1)`,
    NOW - 1,
    NOW,
  );
  await both(
    `insert into provider_ticket (ticket_hash, provider, subject, nickname, expires_at) values ('$name', 'wechat', '', '', $1)`,
    NOW - 1,
    NOW,
  );
  await both(
    `insert into sign_in_ticket (ticket_hash, purpose, user_id, device_type, credentials_hash, registered, asks, expires_at)
     values ('$name', 'replaceDevice', 'reader', 'web', '', false, false, $1)`,
    NOW - 1,
    NOW,
  );
  await both(
    `insert into idempotent_request (scope, op_id, operation, input_hash, attempt, lease_until, created_at) values ('s', '$name', 'o', '', '', 0, $1)`,
    NOW - HTTP_LIMITS.responseReplayMs,
    NOW - HTTP_LIMITS.responseReplayMs + 1,
  );
  await both(
    `insert into ticket (id, topic, state, body, contact, diagnostics, created_at, updated_at, closed_at)
     values ('$name', 'other', 'closed', '', 'someone@example.com', '{}', 0, 0, $1)`,
    NOW - 180 * DAY_MS - 1,
    NOW - 180 * DAY_MS,
  );
  await both(
    `insert into notice (id, user_id, kind, subject_id, created_at) values ('$name', 'reader', 'ticketAnswered', '', $1)`,
    NOW - 180 * DAY_MS - 1,
    NOW - 180 * DAY_MS,
  );
  await both(
    `insert into search_report (id, word_key, query, found, who, reported_at) values ('$name', '$name', '', false, '', $1)`,
    NOW - 180 * DAY_MS - 1,
    NOW - 180 * DAY_MS,
  );
  await query(`insert into search_miss values ('gone', '2025-01-01', 1), ('stays', '2026-12-31', 1)`);
  await both(`insert into search_word (word, who, at) values ('$name', '', $1)`, NOW - 14 * DAY_MS - 1, NOW - 14 * DAY_MS);
  await both(
    `insert into application (id, user_id, kind, state, form, proof_ids, submitted_at, decided_at, created_at)
     values ('$name', 'reader', 'teacher', 'rejected', '{}', '{proof-$name}', 0, $1, 0)`,
    NOW - 90 * DAY_MS - 1,
    NOW - 90 * DAY_MS,
  );
  await both(
    `insert into user_file (id, owner_id, kind, name, media_type, size_bytes, sha256, visibility, created_at, expires_at)
     values ('$name', 'reader', 'export', '', '', 0, '${HASHES.named}', 'private', 0, $1)`,
    NOW,
    NOW + 1,
  );
  for (const hash of Object.values(HASHES)) {
    await objects.put(contentKey(hash), Buffer.from(hash), { mediaType: 'text/plain', bytes: hash.length });
    await query('insert into unclaimed_object values ($1, $2)', [hash, hash === HASHES.young ? NOW - DAY_MS : NOW - DAY_MS - 1]);
  }
  await query(
    `insert into shufang_local.content_revocation values ('gone', 1, clock_timestamp() - interval '400 days'), ('stays', 1, clock_timestamp())`,
  );
  await query(
    `insert into reading_progress (user_id, book_id, version_id, locator, total_progression, hlc, updated_at) values ('reader', 'book', 'v', '{}', 0, '', $1)`,
    [NOW],
  );
  await query(
    `insert into user_account (id, nickname, status, closes_at, created_at, updated_at) values ('leaves', '将注销', 'closing', $1, 0, 0), ('stays', '还没有', 'closing', $2, 0, 0)`,
    [NOW, NOW + 1],
  );
  for (const name of ['gone', 'stays']) {
    const left = path.join(folder, 'tmp', `import-${name}`);
    await mkdir(left, { recursive: true });
    if (name === 'gone') await utimes(left, 0, 0);
  }
};

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'shufang-sweeps-'));
  database = await createTestDatabase();
  objects = await openFolderObjectStorage(path.join(folder, 'objects'));
  await fill();
  await sweepOnce(platform());
});
afterAll(async () => {
  await database?.drop();
  await rm(folder, { recursive: true, force: true });
});

it('runs all of them without an error', () => expect(errors).toEqual([]));

test.each([
  ['roles that ended', 'scope', `user_role where scope <> ''`],
  ['unfinished sign-ins of institutions', 'state', 'institution_sign_in_attempt'],
  ['tickets of institutions', 'ticket_hash', 'institution_ticket'],
  ['sessions at institutions', 'sid', 'institution_session'],
  ['requests through licenses', 'book_id', 'license_request'],
  ['unfinished sign-ins with a provider', 'state', 'provider_sign_in_attempt'],
  ['tickets of providers', 'ticket_hash', 'provider_ticket'],
  ['tickets of a sign-in', 'ticket_hash', 'sign_in_ticket'],
  ['stored responses', 'op_id', 'idempotent_request'],
  ['contacts of closed questions', 'id', `ticket where contact <> '' and diagnostics is not null`],
  ['notifications', 'id', 'notice'],
  ['reports of searches', 'id', 'search_report'],
  ['words that were searched', 'word', 'search_word'],
  ['searches that found nothing', 'word', 'search_miss'],
  ['proofs of what was decided', 'id', 'application where cardinality(proof_ids) > 0'],
  ['files that ended', 'id', 'user_file'],
  ['revocations of content tickets', 'key', `shufang_local.content_revocation where key in ('gone', 'stays')`],
  ['accounts that were closed', 'id', `user_account where status = 'closing'`],
])('the sweep of %s deletes what has expired, and nothing newer', async (_, column, rows) => {
  expect(await query(`select ${column} as name from ${rows}`)).toEqual([{ name: 'stays' }]);
});

it('tickets remain when their contact details are deleted', async () => {
  expect(await query(`select id from ticket order by id`)).toEqual([{ id: 'gone' }, { id: 'stays' }]);
});

it('objects that no row refers to are deleted after a day, and no others', async () => {
  expect(await objects.head(contentKey(HASHES.unnamed))).toBeUndefined();
  expect(await objects.head(contentKey(HASHES.named))).toBeDefined();
  expect(await objects.head(contentKey(HASHES.young))).toBeDefined();
});

it('the folders of imports that were killed are deleted', async () => {
  expect(await readdir(path.join(folder, 'tmp'))).toEqual(['import-stays']);
});

it('the popularity of books is counted', async () => {
  expect(await query('select book_id, readers, counted_at from book_popularity')).toEqual([
    { book_id: 'book', readers: 1, counted_at: NOW },
  ]);
});

it('the sweeps run at the start of a server, which waits for them when it stops', async () => {
  await query(`insert into search_word (word, who, at) values ('again', '', 0)`);
  await startHousekeeping(platform())();
  expect(await query('select word from search_word')).toEqual([{ word: 'stays' }]);
});
