/** A list of records that the server tells page by page: asked anew each time it is opened; the former rows stay while others come. */
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';

/** Where the next page begins, as the one or the other operation names it; absent on the last. */
interface Paged {
  readonly next?: string | undefined;
  readonly nextCursor?: string | undefined;
}

/** `ask`: takes what the first page is asked without. A failure is told by the list itself. */
export const recordPagesQuery = <Page extends Paged>(
  queryKey: readonly unknown[],
  ask: (from: { cursor?: string }, signal: AbortSignal) => Promise<Page>,
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => ask(pageParam === '' ? {} : { cursor: pageParam }, signal),
    initialPageParam: '',
    getNextPageParam: (page: Page) => page.next ?? page.nextCursor,
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { claims: true },
  });
