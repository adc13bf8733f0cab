/** What devices store of a version: its files, with the hashes by which they are verified, and its searchable text. */
import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { ObjectStorage } from '../../../gateways/object-storage/object-storage.ts';
import type { Queryable } from '../../../platform/database.ts';
import { sql } from '../../../platform/sql.ts';
import { SCRIPT_FOLDER } from './script-folder.ts';
import { getContent, type StoredContent } from './stored-content.ts';

interface PackageDependencies {
  readonly db: Queryable;
  readonly objects: Pick<ObjectStorage, 'get'>;
}

interface UnhashedRow extends Record<string, unknown> {
  href: string;
  sha256: string;
  part: NonNullable<StoredContent['part']> | null;
  encoding: 'gzip' | null;
}

/** Number of files that are read and hashed at the same time. */
const PARALLEL = 8;

const hashOf = async (objects: PackageDependencies['objects'], { sha256, part, encoding }: UnhashedRow): Promise<string> => {
  // The name of an object is the hash of its bytes.
  if (part === null && encoding === null) return sha256;
  const { stream } = await getContent(objects, { sha256, part: part ?? undefined });
  const hash = createHash('sha256');
  await (encoding === 'gzip' ? pipeline(stream, createGunzip(), hash) : pipeline(stream, hash));
  return hash.digest('hex');
};

/** Hashings in progress by version, so that concurrent requests share one. */
const inProgress = new Map<string, Promise<void>>();

const hashMissing = async ({ db, objects }: PackageDependencies, versionId: string): Promise<void> => {
  const { rows } = await db.execute<UnhashedRow>(sql`
    select href, sha256, case when part_start is null then null else json_build_object('start', part_start, 'bytes', part_bytes) end as part,
      content_encoding as encoding
    from publication_resource where version_id = ${versionId} and content_sha256 is null`);
  if (rows.length === 0) return;
  const hashes: { href: string; hash: string }[] = [];
  const queue = rows.values();
  const work = async (): Promise<void> => {
    for (const row of queue) hashes.push({ href: row.href, hash: await hashOf(objects, row) });
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
  await db.execute(sql`
    update publication_resource r set content_sha256 = h.hash
    from json_to_recordset(${JSON.stringify(hashes)}::json) as h (href text, hash text)
    where r.version_id = ${versionId} and r.href = h.href`);
};

/** Calculates and stores the hashes of those files of a version that have none yet. Reads every file once. */
export const hashContents = (dependencies: PackageDependencies, versionId: string): Promise<void> => {
  const current =
    inProgress.get(versionId) ??
    hashMissing(dependencies, versionId).finally(() => {
      inProgress.delete(versionId);
    });
  inProgress.set(versionId, current);
  return current;
};

/**
 * Returns the files of a version of the book that is or was released, as the JSON of `getBookPackage`; undefined if there is no such version.
 * PostgreSQL writes the JSON, because that of a large book would block the event loop.
 */
export const findPackage = async (db: Queryable, bookId: string, versionId: string): Promise<string | undefined> => {
  const { rows } = await db.execute<{ package: string | null }>(sql`
    select json_build_object('bytes', sum(r.bytes), 'resources', json_agg(
      json_build_object('href', r.href, 'sha256', r.content_sha256, 'bytes', r.bytes, 'mediaType', r.media_type) order by r.href))::text as package
    from book_version v join publication_resource r on r.version_id = v.id
    where v.id = ${versionId} and v.book_id = ${bookId} and v.released_at is not null and not starts_with(r.href, ${SCRIPT_FOLDER})
    group by v.id`);
  return rows[0]?.package ?? undefined;
};

/**
 * Returns the searchable text of a version of the book that is or was released, as the JSON of `getBookPassages`; undefined if there is no
 * such version.
 */
export const findPassages = async (db: Queryable, bookId: string, versionId: string): Promise<string | undefined> => {
  const { rows } = await db.execute<{ passages: string | null }>(sql`
    select json_build_object('passages', coalesce((select json_agg(json_build_object(
        'href', p.href, 'chapterTitle', p.chapter_title, 'documentIndex', p.document_index, 'startChar', p.start_char, 'text', p.text,
        'blockOffsets', p.block_offsets, 'formulas', coalesce(p.formulas, '[]')) order by p.position)
      from search_passage p where p.version_id = v.id), '[]'))::text as passages
    from book_version v where v.id = ${versionId} and v.book_id = ${bookId} and v.released_at is not null`);
  return rows[0]?.passages ?? undefined;
};
