/** The options that every infinite query over the pages of an operation shares. */

/** The cursor of the next page, under either of its two field names; absent on the last page. */
export interface CursorPage {
  readonly next?: string | undefined;
  readonly nextCursor?: string | undefined;
}

/** Query options for lists with cursors. An empty page parameter stands for the first page, which has no cursor. */
export const cursorPages = {
  initialPageParam: '',
  getNextPageParam: (page: CursorPage): string | undefined => page.next ?? page.nextCursor,
};

/** Returns the `cursor` field of the request for the page of the list with this page parameter; no field for the first page. */
export const cursorInput = (pageParam: string): { readonly cursor?: string } => (pageParam === '' ? {} : { cursor: pageParam });
