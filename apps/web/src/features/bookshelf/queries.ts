/** What the 书房 asks the server; the answers are kept on the device and shown when there is no network. */
import {
  type CollectionCard,
  collectionCard,
  listBookCards,
  listCollections,
  listMyBooks,
  type OutputOf,
  type StandingCard,
  standingCard,
} from '@shufang/contract';
import { useQuery } from '@tanstack/react-query';
import { useLiveQuery } from 'dexie-react-hooks';
import { useState } from 'react';
import type { z } from 'zod';
import { ApiError } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/client.ts';
import { findKeptAnswers, keepAnswers } from '../../platform/storage/kept-answers.ts';
import { readerDatabase } from '../../platform/storage/reader-database.ts';
import { ANONYMOUS_OWNER, useOwner } from '../../platform/storage/use-owner.ts';

/** How far what is shown can be trusted. */
export interface Freshness {
  /** The server did not answer: what is shown was kept on the device. */
  readonly isFailed: boolean;
  readonly isOffline: boolean;
  readonly retry: () => void;
}

export interface KeptCards<Card> extends Freshness {
  /** By id. Undefined while neither the disk nor the server has answered for all of them. */
  readonly cards: ReadonlyMap<string, Card> | undefined;
  /** The server does not know these any more. */
  readonly gone: ReadonlySet<string>;
}

const PER_CALL = 100;
const NONE: ReadonlySet<string> = new Set();

const isNetworkFault = (error: unknown): boolean => error instanceof ApiError && (error.kind === 'network' || error.kind === 'timeout');

const inParts = async <Card>(ids: readonly string[], ask: (part: readonly string[]) => Promise<Card[]>): Promise<Card[]> => {
  const parts = Array.from({ length: Math.ceil(ids.length / PER_CALL) }, (_, index) => ids.slice(index * PER_CALL, (index + 1) * PER_CALL));
  return (await Promise.all(parts.map(ask))).flat();
};

interface CardSource<Card> {
  readonly name: 'book' | 'collection';
  readonly shape: z.ZodType<Card>;
  readonly ask: (ids: readonly string[], signal: AbortSignal) => Promise<Card[]>;
  readonly idOf: (card: Card) => string;
}

const bookSource: CardSource<StandingCard> = {
  name: 'book',
  shape: standingCard,
  ask: async (ids, signal) => (await call(listBookCards, { bookIds: ids.join(',') }, { signal })).items,
  idOf: (card) => card.book.id,
};

const collectionSource: CardSource<CollectionCard> = {
  name: 'collection',
  shape: collectionCard,
  ask: async (ids, signal) => (await call(listCollections, { ids: ids.join(',') }, { signal })).items,
  idOf: (card) => card.id,
};

/** Those kept on the device at once, those of the server when they come. */
const useKeptCards = <Card>(source: CardSource<Card>, wanted: readonly string[]): KeptCards<Card> => {
  const owner = useOwner();
  const ids = wanted.toSorted();
  const keyOf = (id: string): string => `${source.name}:${id}`;
  const byId = (cards: Iterable<Card>): Map<string, Card> => new Map(Array.from(cards, (card) => [source.idOf(card), card]));
  const kept = useLiveQuery(
    async () => byId((await findKeptAnswers(readerDatabase(), owner, ids.map(keyOf), source.shape)).values()),
    [owner, ids.join()],
  );
  const { data, isError, error, isPending, refetch } = useQuery({
    queryKey: ['bookshelf', 'cards', source.name, owner, ids],
    queryFn: async ({ signal }) => {
      const cards = await inParts(ids, (part) => source.ask(part, signal));
      await keepAnswers(
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
  const isWaiting = ids.length > 0 && isPending && (kept === undefined || kept.size < ids.length);
  return {
    cards: isWaiting ? undefined : new Map([...(kept ?? []), ...(data ?? [])]),
    gone: data === undefined ? NONE : new Set(ids.filter((id) => !data.has(id))),
    isFailed: isError,
    isOffline: isNetworkFault(error),
    retry: () => void refetch(),
  };
};

export const useStandingCards = (bookIds: readonly string[]): KeptCards<StandingCard> => useKeptCards(bookSource, bookIds);
export const useCollectionCards = (ids: readonly string[]): KeptCards<CollectionCard> => useKeptCards(collectionSource, ids);

export type OwnedBook = OutputOf<typeof listMyBooks>['items'][number];

const OWNED_KEY = 'owned';

export interface OwnedBooks extends Freshness {
  /** The server has said once which these are; that there are none is an answer too. */
  readonly isKnown: boolean;
  /** Undefined while neither the disk nor the server has answered. Empty for a person who is not signed in. */
  readonly items: readonly OwnedBook[] | undefined;
  /** As of when terms are counted, UTC ms. */
  readonly askedAt: number;
}

/** The books the person has a right to, as the server said last. */
export const useOwnedBooks = (): OwnedBooks => {
  const owner = useOwner();
  const isSignedIn = owner !== ANONYMOUS_OWNER;
  const kept = useLiveQuery(
    async () => (await findKeptAnswers(readerDatabase(), owner, [OWNED_KEY], listMyBooks.output)).get(OWNED_KEY)?.items ?? null,
    [owner],
  );
  const [shownAt] = useState(() => Date.now());
  const { data, dataUpdatedAt, isError, error, refetch } = useQuery({
    queryKey: ['bookshelf', 'owned', owner],
    queryFn: async ({ signal }) => {
      const answer = await call(listMyBooks, {}, { signal });
      await keepAnswers(readerDatabase(), owner, [{ key: OWNED_KEY, value: answer }]);
      return answer;
    },
    enabled: isSignedIn,
    staleTime: 0,
    meta: { worksOffline: true },
  });
  return {
    askedAt: Math.max(shownAt, dataUpdatedAt),
    items: isSignedIn ? (data?.items ?? (isError && kept === null ? [] : (kept ?? undefined))) : [],
    isKnown: !isSignedIn || data !== undefined || (kept !== undefined && kept !== null),
    isFailed: isError,
    isOffline: isNetworkFault(error),
    retry: () => void refetch(),
  };
};
