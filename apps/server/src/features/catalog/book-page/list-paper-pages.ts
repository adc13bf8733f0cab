/** Returns where the pages of the paper book begin, for clients that show the page of an annotation. */
import type { UseCase, UseCaseOutput } from '../../../platform/http/register.ts';
import { findReleasedVersion } from '../../publication/versions/read-version.ts';
import type { CatalogDependencies } from '../catalog-dependencies.ts';
import { findPaperPages } from './paper-pages.ts';

/**
 * Returns the page starts by version and document. Unreleased versions, versions without a page list, and documents before the first page
 * are left out.
 */
export const listPaperPages: UseCase<'listPaperPages', Pick<CatalogDependencies, 'db'>> = async ({ db }, _caller, { versionIds }) => {
  const { pagesOf } = await findPaperPages(db.orm, versionIds);
  const versions: UseCaseOutput<'listPaperPages'>['versions'] = [];
  for (const versionId of new Set(versionIds)) {
    const starts = pagesOf(versionId);
    const version = starts.length === 0 ? undefined : await findReleasedVersion(db.orm, versionId);
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
