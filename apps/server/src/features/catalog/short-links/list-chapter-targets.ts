/** Lists the chapters of a book that a short link can lead to. */
import { CodedError, type NavigationEntry } from '@shufang/contract';
import type { UseCase, UseCaseOutput } from '../../../platform/http/register.ts';
import { findReleasedVersion } from '../../publication/versions/read-version.ts';
import type { CatalogDependencies } from '../catalog-dependencies.ts';
import { findBook } from '../find-books.ts';
import { listSegmentStarts } from './short-link-store.ts';

/** Returns the chapters; those that begin with the same block are listed once. Throws `catalog.bookNotFound`. */
export const listChapterTargets: UseCase<'listChapterTargets', Pick<CatalogDependencies, 'db'>> = async ({ db }, _caller, { bookId }) => {
  const book = await findBook(db.orm, bookId);
  const version = book?.currentVersionId === undefined ? undefined : await findReleasedVersion(db.orm, book.currentVersionId);
  if (version === undefined) throw new CodedError('catalog.bookNotFound');
  const starts = new Map(
    (await listSegmentStarts(db.orm, version.id)).map(({ documentIndex, segmentIndex, blockId }) => [
      `${documentIndex} ${segmentIndex}`,
      blockId,
    ]),
  );
  const blocks = new Map<string, string>();
  for (const [documentIndex, { segments }] of version.manifest.readingOrder.entries()) {
    for (const [segmentIndex, { href }] of segments.entries()) {
      const blockId = starts.get(`${documentIndex} ${segmentIndex}`);
      if (blockId !== undefined) blocks.set(href, blockId);
    }
  }
  const seen = new Set<string>();
  const targetsIn = (entries: readonly NavigationEntry[], level: number): UseCaseOutput<'listChapterTargets'>['items'] =>
    entries.flatMap(({ title, href, children = [] }) => {
      const blockId = href === undefined ? undefined : blocks.get(href.replace(/#.*$/, ''));
      const own = blockId === undefined || seen.has(blockId) ? [] : [{ title, level, blockId }];
      if (blockId !== undefined) seen.add(blockId);
      return [...own, ...targetsIn(children, level + 1)];
    });
  return { items: targetsIn(version.manifest.toc, 1) };
};
