/** Reads what an import has written: the manifest of a version and the resources the content origin serves. */
import type { PublicationManifest, PublicationMetadata } from '@shufang/contract';
import { sql } from 'drizzle-orm';
import { ask, type Queryable } from '../../../platform/database.ts';

/** The manifest as stored: which documents are open depends on the reader and is added when a book is opened. */
export type StoredManifest = Omit<PublicationManifest, 'readingOrder'> & {
  readonly readingOrder: readonly Omit<PublicationManifest['readingOrder'][number], 'open'>[];
};

export interface PublicationCounts {
  readonly images: number;
  readonly formulas: number;
  readonly tables: number;
  readonly audio: number;
  readonly video: number;
  readonly code: number;
  readonly questions: number;
  /** 0: nobody knows. */
  readonly audioSeconds: number;
  readonly videoSeconds: number;
}

export interface PublicationVersion {
  readonly id: string;
  readonly bookId: string;
  readonly no: number;
  readonly releasedAt: number;
  readonly metadata: PublicationMetadata;
  readonly manifest: StoredManifest;
  readonly counts: PublicationCounts;
}

interface VersionRow extends Record<string, unknown> {
  id: string;
  book_id: string;
  no: number;
  released_at: number;
  metadata: PublicationMetadata;
  manifest: StoredManifest;
  counts: Partial<PublicationCounts>;
}

const noCounts: PublicationCounts = {
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

/** Versions read of late: they never change once released, and the manifest of a large book is costly to parse. */
const recent = new Map<string, PublicationVersion>();
const RECENT_MAX = 48;

const remember = (version: PublicationVersion): PublicationVersion => {
  recent.delete(version.id);
  recent.set(version.id, version);
  const oldest = recent.size > RECENT_MAX ? recent.keys().next().value : undefined;
  if (oldest !== undefined) recent.delete(oldest);
  return version;
};

/** A version that has been released (now or earlier); versions still being imported do not exist for readers. */
export const findReleasedVersion = async (db: Queryable, versionId: string): Promise<PublicationVersion | undefined> => {
  const known = recent.get(versionId);
  if (known !== undefined) return remember(known);
  const { rows } = await db.execute<VersionRow>(
    sql`select id, book_id, no, released_at, metadata, manifest, counts from book_version where id = ${versionId} and released_at is not null`,
  );
  const row = rows[0];
  return (
    row &&
    remember({
      id: row.id,
      bookId: row.book_id,
      no: row.no,
      releasedAt: row.released_at,
      metadata: row.metadata,
      manifest: row.manifest,
      counts: { ...noCounts, ...row.counts },
    })
  );
};

const MANIFESTS = {
  name: 'manifests',
  text: 'select id, manifest from book_version where id = any($1::text[]) and released_at is not null',
};

/** Manifests of the released versions among these, not kept. */
export const readManifests = (db: Queryable, versionIds: readonly string[]): Promise<{ id: string; manifest: StoredManifest }[]> =>
  ask(db, MANIFESTS, [versionIds]);

export interface PublicationResource {
  readonly sha256: string;
  readonly mediaType: string;
  readonly bytes: number;
  /** Indexes in the reading order of the documents that need it; empty: the whole book. */
  readonly usedBy: readonly number[];
}

/** Characters of a released version; 0 for one there is not. */
export const charsOfVersion = async (db: Queryable, versionId: string): Promise<number> =>
  ((await findReleasedVersion(db, versionId))?.manifest.readingOrder ?? []).reduce((sum, { chars }) => sum + chars, 0);

/** A served file of a version by its address, decoded, relative to the content base. */
export const findResource = async (db: Queryable, versionId: string, href: string): Promise<PublicationResource | undefined> => {
  const { rows } = await db.execute<{ sha256: string; media_type: string; bytes: number; used_by: number[] }>(
    sql`select sha256, media_type, bytes, used_by from publication_resource where version_id = ${versionId} and href = ${href}`,
  );
  const row = rows[0];
  return row && { sha256: row.sha256, mediaType: row.media_type, bytes: row.bytes, usedBy: row.used_by };
};

/** Whether `href` is a document of the reading order of that version. */
export const isInReadingOrder = async (db: Queryable, versionId: string, href: string): Promise<boolean> => {
  const { rows } = await db.execute(
    sql`select 1 from book_version where id = ${versionId} and manifest @> ${JSON.stringify({ readingOrder: [{ href }] })}::jsonb`,
  );
  return rows.length > 0;
};
