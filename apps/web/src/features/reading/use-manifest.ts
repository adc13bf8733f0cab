/** The whole reading order and the tables of contents of an opened book, which are requested after its first page. */
import { getManifest, type OutputOf, type ReadingOrderItem } from '@shufang/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { isNetworkError } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/client.ts';
import { findStoredManifest } from './stored-book.ts';
import type { OpenedBook } from './use-open-book.ts';

export interface OpenManifest extends Omit<OutputOf<typeof getManifest>, 'readingOrder'> {
  readonly readingOrder: readonly ReadingOrderItem[];
}

export interface ManifestState {
  /** Undefined until it is loaded. */
  readonly manifest: OpenManifest | undefined;
  /** Whether the last request failed. Without a connection it is repeated automatically. */
  readonly hasFailed: boolean;
  readonly retry: () => void;
}

/** Requests the manifest of the opened version as soon as it `isNeeded`. Each document is open or locked by the right of the opened book. */
export const useManifest = ({ book, version, openRanges }: OpenedBook, isNeeded: boolean): ManifestState => {
  const query = useQuery({
    queryKey: ['manifest', book.id, version.id],
    queryFn: async ({ signal }) =>
      (await findStoredManifest(book.id, version.id)) ?? call(getManifest, { bookId: book.id, versionId: version.id }, { signal }),
    enabled: isNeeded,
    staleTime: Number.POSITIVE_INFINITY,
    // Jumps wait for the reading order, so the request is repeated until the connection is back.
    retry: (_count, error) => isNetworkError(error),
  });
  const { data, failureCount, refetch } = query;
  const manifest = useMemo(
    () =>
      data && {
        ...data,
        readingOrder: data.readingOrder.map((item, index) => ({
          ...item,
          open: openRanges.some(([from, to]) => from <= index && index < to),
        })),
      },
    [data, openRanges],
  );
  return { manifest, hasFailed: !data && failureCount > 0, retry: () => void refetch({ cancelRefetch: true }) };
};
