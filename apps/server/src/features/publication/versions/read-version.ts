/** Reads stored versions: the manifest and the resources that the content origin serves. */
import type { PublicationManifest, PublicationMetadata } from '@shufang/contract';
import { type Queryable, queryPrepared } from '../../../platform/database.ts';
import { LruCache } from '../../../platform/lru-cache.ts';
import { sql } from '../../../platform/sql.ts';
import type { StoredContent } from './stored-content.ts';

export interface PublicationCounts {
  readonly images: number;
  readonly formulas: number;
  readonly tables: number;
  readonly audio: number;
  readonly video: number;
  readonly code: number;
  readonly questions: number;
  /** Duration of the version's audio in seconds; 0: unknown. */
  readonly audioSeconds: number;
  readonly videoSeconds: number;
}

export interface PublicationVersion {
  readonly id: string;
  readonly bookId: string;
  readonly no: number;
  readonly releasedAt: number;
  readonly metadata: PublicationMetadata;
  /** Which documents are open depends on the reader and is determined when a book is opened. */
  readonly manifest: PublicationManifest;
  readonly counts: PublicationCounts;
}

interface VersionRow extends Record<string, unknown> {
  id: string;
  book_id: string;
  no: number;
  released_at: number;
  metadata: PublicationMetadata;
  manifest: PublicationManifest;
  counts: Partial<PublicationCounts>;
}

const zeroCounts: PublicationCounts = {
  images: 0,
  formulas: 0,
  tables: 0,
  audio: 0,
  video: 0,
  code: 0,
  questions: 0,
  audioSeconds: 0,
  videoSeconds: 0,
};

/** Cache of the versions used most recently: they never change once released, and the manifest of a large book is expensive to parse. */
const cache = new LruCache<string, PublicationVersion>({ max: 48 });

/** Returns a version that is or was released; versions being imported are invisible to readers. */
export const findReleasedVersion = async (db: Queryable, versionId: string): Promise<PublicationVersion | undefined> => {
  const cached = cache.get(versionId);
  if (cached !== undefined) return cached;
  const { rows } = await db.execute<VersionRow>(
    sql`select id, book_id, no, released_at, metadata, manifest, counts from book_version where id = ${versionId} and released_at is not null`,
  );
  const row = rows[0];
  if (row === undefined) return undefined;
  const version: PublicationVersion = {
    id: row.id,
    bookId: row.book_id,
    no: row.no,
    releasedAt: row.released_at,
    metadata: row.metadata,
    manifest: row.manifest,
    counts: { ...zeroCounts, ...row.counts },
  };
  cache.set(version.id, version);
  return version;
};

const MANIFESTS = {
  name: 'manifests',
  text: 'select id, manifest from book_version where id = any($1::text[]) and released_at is not null',
};

/** Returns the manifests of those versions in `versionIds` that are released. Does not use the cache. */
export const readManifests = (db: Queryable, versionIds: readonly string[]): Promise<{ id: string; manifest: PublicationManifest }[]> =>
  queryPrepared(db, MANIFESTS, [versionIds]);

export interface PublicationResource extends StoredContent {
  /** Compression of the stored bytes; undefined if they are the content. */
  readonly encoding: 'gzip' | undefined;
  readonly mediaType: string;
  /** Size of the content without compression. */
  readonly bytes: number;
  /** The documents that use the resource, as indexes in the reading order; empty if the entire book does. */
  readonly usedBy: readonly number[];
}

/**
 * Returns the reading order and the navigation of a version of the book that is or was released, as JSON. PostgreSQL writes the JSON, because
 * that of a large book would block the event loop.
 */
export const findReleasedContents = async (db: Queryable, bookId: string, versionId: string): Promise<string | undefined> => {
  const { rows } = await db.execute<{ contents: string }>(sql`
    select (manifest - 'metadata' - 'cover')::text as contents from book_version
    where id = ${versionId} and book_id = ${bookId} and released_at is not null`);
  return rows[0]?.contents;
};

/** Returns the number of characters of a released version; 0 if there is none. */
export const charsOfVersion = async (db: Queryable, versionId: string): Promise<number> =>
  ((await findReleasedVersion(db, versionId))?.manifest.readingOrder ?? []).reduce((sum, { chars }) => sum + chars, 0);

interface ResourceRow extends Record<string, unknown> {
  href: string;
  sha256: string;
  part_start: number | null;
  part_bytes: number | null;
  content_encoding: 'gzip' | null;
  media_type: string;
  bytes: number;
  used_by: number[];
}

const resourceColumns = sql`href, sha256, part_start, part_bytes, content_encoding, media_type, bytes, used_by`;

const toResource = (row: ResourceRow): PublicationResource => ({
  sha256: row.sha256,
  part: row.part_start === null || row.part_bytes === null ? undefined : { start: row.part_start, bytes: row.part_bytes },
  encoding: row.content_encoding ?? undefined,
  mediaType: row.media_type,
  bytes: row.bytes,
  usedBy: row.used_by,
});

/** Returns a served file of a version by its address, decoded, relative to the content base. */
export const findResource = async (db: Queryable, versionId: string, href: string): Promise<PublicationResource | undefined> => {
  const { rows } = await db.execute<ResourceRow>(
    sql`select ${resourceColumns} from publication_resource where version_id = ${versionId} and href = ${href}`,
  );
  return rows[0] && toResource(rows[0]);
};

/** Returns those of the files that the version has, by address. */
export const findResources = async (
  db: Queryable,
  versionId: string,
  hrefs: readonly string[],
): Promise<Map<string, PublicationResource>> => {
  const { rows } = await db.execute<ResourceRow>(
    sql`select ${resourceColumns} from publication_resource where version_id = ${versionId} and href = any(${sql.param([...hrefs])}::text[])`,
  );
  return new Map(rows.map((row) => [row.href, toResource(row)]));
};

/** A version of a book, or with `href` one of its documents. */
export interface VersionOfBook {
  readonly bookId: string;
  readonly versionId: string;
  readonly href: string | undefined;
}

/** Returns whether the version belongs to the book and has the document, if one is given, in its reading order. */
export const isInBook = async (db: Queryable, { bookId, versionId, href }: VersionOfBook): Promise<boolean> => {
  const document = href === undefined ? {} : { readingOrder: [{ href }] };
  const { rows } = await db.execute(
    sql`select 1 from book_version where id = ${versionId} and book_id = ${bookId} and manifest @> ${JSON.stringify(document)}::jsonb`,
  );
  return rows.length > 0;
};
