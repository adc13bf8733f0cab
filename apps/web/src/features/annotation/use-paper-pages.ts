/** On which page of the paper book a mark stands, where its book has pages. */
import { type Annotation, LIMITS, listPaperPages, type OutputOf } from '@shufang/contract';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { callOrKept } from '../../platform/api/call-or-kept.ts';

type Pages = OutputOf<typeof listPaperPages>['versions'][number];

/** In portions the server takes. */
const portions = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / LIMITS.paperPageVersions) }, (_, at) =>
    ids.slice(at * LIMITS.paperPageVersions, (at + 1) * LIMITS.paperPageVersions),
  );

const pagesQuery = (versionIds: readonly string[]) =>
  queryOptions({
    queryKey: ['catalog', 'paper-pages', ...versionIds],
    queryFn: async ({ signal }) =>
      (await Promise.all(portions(versionIds).map((some) => callOrKept(listPaperPages, { versionIds: some }, { signal })))).flatMap(
        ({ versions }) => versions,
      ),
    enabled: versionIds.length > 0,
    placeholderData: keepPreviousData,
    // A released version never changes.
    staleTime: Number.POSITIVE_INFINITY,
    meta: { claims: true },
  });

export const pageOfMark = ({ documents }: Pages, { target }: Pick<Annotation, 'target'>): string | undefined =>
  documents.find(({ href }) => href === target.href)?.pages.findLast(({ from }) => from <= target.position.start)?.label;

/** A mark that lost its place has no page; without an answer nothing is said of pages. */
export const usePaperPages = (marks: readonly Annotation[]): ((mark: Annotation) => string | undefined) => {
  const ids = [...new Set(marks.map(({ versionId }) => versionId))].toSorted();
  const { data = [] } = useQuery(pagesQuery(ids));
  const versions = new Map(data.map((version) => [version.versionId, version]));
  return (mark) => {
    const pages = mark.anchor === 'orphan' ? undefined : versions.get(mark.versionId);
    return pages && pageOfMark(pages, mark);
  };
};
