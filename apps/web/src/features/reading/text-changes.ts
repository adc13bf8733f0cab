/** What changed in a book since a version of it, and that the user has seen it. */
import { listTextChanges, markChangesSeen } from '@shufang/contract';
import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api/client.ts';
import { cursorInput, cursorPages } from '../../platform/api/cursor-pages.ts';

export const changesAddress = (bookId: string, since: number): string => `/course/changes/${bookId}?since=${since}`;

export const textChangesQuery = (bookId: string, since: number) =>
  infiniteQueryOptions({
    queryKey: ['reading', 'text-changes', bookId, since],
    queryFn: ({ pageParam, signal }) => call(listTextChanges, { bookId, since, ...cursorInput(pageParam) }, { signal }),
    ...cursorPages,
    meta: { claims: listTextChanges.errors },
  });

/** Returns a function that stores that the user has seen the changes up to the version `no`. A failure is not shown: the notice stays. */
export const useMarkSeen = (bookId: string): ((no: number) => void) => {
  const queryClient = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: (no: number) => call(markChangesSeen, { bookId, no }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['catalog', 'book', bookId] }),
    meta: { claims: true },
  });
  return mutate;
};
