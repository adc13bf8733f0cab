/** Where the pages of the paper book begin, for clients that say on which page a mark stands. */
import type { listPaperPages as listOperation, OutputOf, ParsedInputOf } from '@shufang/contract';
import type { Queryable } from '../../platform/database.ts';
import { findReleasedVersion } from '../media/publication/read-publication.ts';
import { findPaperPages } from './paper-pages.ts';

/** Versions that are not released, or have no page list, are left out; so are documents before the first page. */
export const listPaperPages = async (
  db: Queryable,
  { versionIds }: ParsedInputOf<typeof listOperation>,
): Promise<OutputOf<typeof listOperation>> => {
  const { pagesOf } = await findPaperPages(db, versionIds);
  const versions: OutputOf<typeof listOperation>['versions'] = [];
  for (const versionId of new Set(versionIds)) {
    const starts = pagesOf(versionId);
    const version = starts.length === 0 ? undefined : await findReleasedVersion(db, versionId);
    if (version === undefined) continue;
    let current: string | undefined;
    const documents = version.manifest.readingOrder.flatMap(({ href }, index) => {
      const own = starts.filter(({ documentIndex }) => documentIndex === index).map(({ label, startChar }) => ({ label, from: startChar }));
      const before = current === undefined || own[0]?.from === 0 ? [] : [{ label: current, from: 0 }];
      current = own.at(-1)?.label ?? current;
      const pages = [...before, ...own];
      return pages.length === 0 ? [] : [{ href, pages }];
    });
    versions.push({ versionId, documents });
  }
  return { versions };
};
