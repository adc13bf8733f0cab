/** Finds the page in the paper book that contains the passage of an annotation, for books that state page numbers. */
import { type Annotation, LIMITS, listPaperPages, type OutputOf } from '@shufang/contract';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { callWithCache } from '../../platform/api/call-with-cache.ts';

type Pages = OutputOf<typeof listPaperPages>['versions'][number];

/** Splits the ids into batches of the size that the server accepts. */
const inBatches = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / LIMITS.paperPageVersions) }, (_, at) =>
    ids.slice(at * LIMITS.paperPageVersions, (at + 1) * LIMITS.paperPageVersions),
  );

const pagesQuery = (versionIds: readonly string[]) =>
  queryOptions({
    queryKey: ['catalog', 'paper-pages', ...versionIds],
    queryFn: async ({ signal }) =>
      (await Promise.all(inBatches(versionIds).map((batch) => callWithCache(listPaperPages, { versionIds: batch }, { signal })))).flatMap(
        ({ versions }) => versions,
      ),
    enabled: versionIds.length > 0,
    placeholderData: keepPreviousData,
    // The page numbers of a version never change, so the response never becomes stale.
    staleTime: Number.POSITIVE_INFINITY,
    meta: { claims: true },
  });

export const pageOfAnnotation = ({ documents }: Pages, { target }: Pick<Annotation, 'target'>): string | undefined =>
  documents.find(({ href }) => href === target.href)?.pages.findLast(({ from }) => from <= target.position.start)?.label;

/**
 * Returns a function that finds the printed page number of an annotation. Orphaned annotations have no page; without a response no page is
 * shown.
 */
export const usePaperPages = (annotations: readonly Annotation[]): ((annotation: Annotation) => string | undefined) => {
  const ids = [...new Set(annotations.map(({ versionId }) => versionId))].toSorted();
  const { data = [] } = useQuery(pagesQuery(ids));
  const versions = new Map(data.map((version) => [version.versionId, version]));
  return (annotation) => {
    const pages = annotation.anchor === 'orphan' ? undefined : versions.get(annotation.versionId);
    return pages && pageOfAnnotation(pages, annotation);
  };
};
