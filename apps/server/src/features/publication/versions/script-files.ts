/** The original files of documents with scripts, as a version stores them. */
import { buffer } from 'node:stream/consumers';
import type { ObjectStorage } from '../../../gateways/object-storage/object-storage.ts';
import type { Queryable } from '../../../platform/database.ts';
import { sql } from '../../../platform/sql.ts';
import { SCRIPT_FOLDER } from './script-folder.ts';
import { getContent } from './stored-content.ts';

export interface StoredScriptFile {
  readonly path: string;
  readonly mediaType: string;
  readonly bytes: number;
  readonly read: () => Promise<Buffer>;
}

/** Returns the files of a version, ordered by path; none if it has no document with scripts. */
export const listScriptFiles = async (
  { db, objects }: { readonly db: Queryable; readonly objects: Pick<ObjectStorage, 'get'> },
  versionId: string,
): Promise<StoredScriptFile[]> => {
  const { rows } = await db.execute<{
    href: string;
    media_type: string;
    bytes: number;
    sha256: string;
    part_start: number | null;
    part_bytes: number | null;
  }>(sql`
    select href, media_type, bytes, sha256, part_start, part_bytes from publication_resource
    where version_id = ${versionId} and starts_with(href, ${SCRIPT_FOLDER}) order by href`);
  return rows.map(({ href, media_type: mediaType, bytes, sha256, part_start: start, part_bytes: partBytes }) => ({
    path: href.slice(SCRIPT_FOLDER.length),
    mediaType,
    bytes,
    read: async () => {
      const part = start === null || partBytes === null ? undefined : { start, bytes: partBytes };
      return buffer((await getContent(objects, { sha256, part })).stream);
    },
  }));
};
