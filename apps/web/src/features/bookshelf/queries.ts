/** Server queries of the bookshelf (书房); responses are cached on the device and shown offline. */
import {
  type BookStatusCard,
  bookStatusCard,
  type CollectionCard,
  collectionCard,
  listBookCards,
  listCollections,
  listMyBooks,
  type OutputOf,
} from '@shufang/contract';
import { useQuery } from '@tanstack/react-query';
import { useLiveQuery } from 'dexie-react-hooks';
import { useState } from 'react';
import type { z } from 'zod';
import { isNetworkError } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/client.ts';
import { ANONYMOUS_OWNER } from '../../platform/storage/anonymous-owner.ts';
import { readerDatabase } from '../../platform/storage/reader-database.ts';
import { findCachedResponses, storeResponses } from '../../platform/storage/response-cache.ts';
import { useOwner } from '../../platform/storage/use-owner.ts';

/** Whether the shown data is current or comes from the device's cache, and how to request it again. */
export interface Freshness {
  /** Whether the request failed, so that the shown data comes from the device's cache. */
  readonly isFailed: boolean;
  readonly isOffline: boolean;
  readonly retry: () => void;
}

export interface CachedCards<Card> extends Freshness {
  /** Data of the books or collections by id; undefined until the cache or the server has returned all of them. */
  readonly cards: ReadonlyMap<string, Card> | undefined;
  /** Ids of the requested books or collections that no longer exist on the server. */
  readonly missingIds: ReadonlySet<string>;
}

const PER_CALL = 100;
const NONE: ReadonlySet<string> = new Set();

const inBatches = async <Card>(ids: readonly string[], fetchBatch: (batch: readonly string[]) => Promise<Card[]>): Promise<Card[]> => {
  const batches = Array.from({ length: Math.ceil(ids.length / PER_CALL) }, (_, index) =>
    ids.slice(index * PER_CALL, (index + 1) * PER_CALL),
  );
  return (await Promise.all(batches.map(fetchBatch))).flat();
};

interface CardSource<Card> {
  readonly name: 'book' | 'collection';
  readonly shape: z.ZodType<Card>;
  readonly fetchBatch: (ids: readonly string[], signal: AbortSignal) => Promise<Card[]>;
  readonly idOf: (card: Card) => string;
}

const bookSource: CardSource<BookStatusCard> = {
  name: 'book',
  shape: bookStatusCard,
  fetchBatch: async (ids, signal) => (await call(listBookCards, { bookIds: ids.join(',') }, { signal })).items,
  idOf: (card) => card.book.id,
};

const collectionSource: CardSource<CollectionCard> = {
  name: 'collection',
  shape: collectionCard,
  fetchBatch: async (ids, signal) => (await call(listCollections, { ids: ids.join(',') }, { signal })).items,
  idOf: (card) => card.id,
};

/** Returns data of books or collections: from the device's cache immediately, then from the server. */
const useCachedCards = <Card>(source: CardSource<Card>, requestedIds: readonly string[]): CachedCards<Card> => {
  const owner = useOwner();
  const ids = requestedIds.toSorted();
  const keyOf = (id: string): string => `${source.name}:${id}`;
  const byId = (cards: Iterable<Card>): Map<string, Card> => new Map(Array.from(cards, (card) => [source.idOf(card), card]));
  const cached = useLiveQuery(
    async () => byId((await findCachedResponses(readerDatabase(), owner, ids.map(keyOf), source.shape)).values()),
    [owner, ids.join()],
  );
  const { data, isError, error, isPending, refetch } = useQuery({
    queryKey: ['bookshelf', 'cards', source.name, owner, ids],
    queryFn: async ({ signal }) => {
      const cards = await inBatches(ids, (batch) => source.fetchBatch(batch, signal));
      await storeResponses(
        readerDatabase(),
        owner,
        cards.map((card) => ({ key: keyOf(source.idOf(card)), value: card })),
      );
      return byId(cards);
    },
    enabled: ids.length > 0,
    staleTime: 30_000,
    meta: { worksOffline: true },
  });
  const isWaiting = ids.length > 0 && isPending && (cached === undefined || cached.size < ids.length);
  return {
    cards: isWaiting ? undefined : new Map([...(cached ?? []), ...(data ?? [])]),
    missingIds: data === undefined ? NONE : new Set(ids.filter((id) => !data.has(id))),
    isFailed: isError,
    isOffline: isNetworkError(error),
    retry: () => void refetch(),
  };
};

export const useBookCards = (bookIds: readonly string[]): CachedCards<BookStatusCard> => useCachedCards(bookSource, bookIds);
export const useCollectionCards = (ids: readonly string[]): CachedCards<CollectionCard> => useCachedCards(collectionSource, ids);

export type OwnedBook = OutputOf<typeof listMyBooks>['items'][number];

const OWNED_KEY = 'owned';

export interface OwnedBooks extends Freshness {
  /** Whether the server has responded; its list may be empty. */
  readonly hasLoaded: boolean;
  /** The books; undefined until the cache or the server has returned them, empty for an anonymous user. */
  readonly items: readonly OwnedBook[] | undefined;
  /** Time from which the remaining days of the rights are counted, UTC ms. */
  readonly askedAt: number;
}

/** The books the user has a right to, as of the last response. */
export const useOwnedBooks = (): OwnedBooks => {
  const owner = useOwner();
  const isSignedIn = owner !== ANONYMOUS_OWNER;
  const cached = useLiveQuery(
    async () => (await findCachedResponses(readerDatabase(), owner, [OWNED_KEY], listMyBooks.output)).get(OWNED_KEY)?.items ?? null,
    [owner],
  );
  const [shownAt] = useState(() => Date.now());
  const { data, dataUpdatedAt, isError, error, refetch } = useQuery({
    queryKey: ['bookshelf', 'owned', owner],
    queryFn: async ({ signal }) => {
      const response = await call(listMyBooks, {}, { signal });
      await storeResponses(readerDatabase(), owner, [{ key: OWNED_KEY, value: response }]);
      return response;
    },
    enabled: isSignedIn,
    staleTime: 0,
    meta: { worksOffline: true },
  });
  return {
    askedAt: Math.max(shownAt, dataUpdatedAt),
    items: isSignedIn ? (data?.items ?? (isError && cached === null ? [] : (cached ?? undefined))) : [],
    hasLoaded: !isSignedIn || data !== undefined || (cached !== undefined && cached !== null),
    isFailed: isError,
    isOffline: isNetworkError(error),
    retry: () => void refetch(),
  };
};
