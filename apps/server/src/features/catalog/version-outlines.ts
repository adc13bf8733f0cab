/** What search must know of the versions its hits are in, small enough to keep for every book: a manifest of a large one is costly to parse. */
import type { Queryable } from '../../platform/database.ts';
import { readManifests } from '../media/publication/read-publication.ts';
import { outlineOf, type VersionOutline } from '../media/publication/version-outline.ts';

/** Versions never change once released. */
const kept = new Map<string, VersionOutline>();
const KEPT_MAX = 4_000;

/** Of the released versions among these. */
export const findOutlines = async (
  deps: { readonly db: Queryable },
  versionIds: readonly string[],
): Promise<ReadonlyMap<string, VersionOutline>> => {
  const asked = [...new Set(versionIds)];
  const missing = asked.filter((id) => !kept.has(id));
  const found = new Map(asked.flatMap((id) => (kept.has(id) ? [[id, kept.get(id) as VersionOutline] as const] : [])));
  for (const { id, manifest } of missing.length === 0 ? [] : await readManifests(deps.db, missing)) {
    const outline = outlineOf(manifest);
    found.set(id, outline);
    kept.set(id, outline);
    const oldest = kept.size > KEPT_MAX ? kept.keys().next().value : undefined;
    if (oldest !== undefined) kept.delete(oldest);
  }
  return found;
};
