/** Where the cards of the reader stand, from this device, and what can be done with them. Every verb resolves when it is safe on disk. */
import type { Annotation, CardStanding } from '@shufang/contract';
import { useLiveQuery } from 'dexie-react-hooks';
import { useMemo } from 'react';
import { listReviewCardRecords, type ReaderDatabase, readerDatabase } from '../../platform/storage/reader-database.ts';
import { useOwner } from '../../platform/storage/use-owner.ts';
import { writeChange } from '../../platform/storage/write-change.ts';
import type { CardRecords } from './review-deck.ts';

export interface CardVerbs {
  /** Undefined: the card is new again. */
  saveStanding(mark: Annotation, standing: CardStanding | undefined): Promise<void>;
  /** Out of the cards, or among them again. */
  saveOut(mark: Annotation, isOut: boolean): Promise<void>;
}

export const createCardVerbs = (db: ReaderDatabase, owner: string): CardVerbs => {
  const change = async ({ id, bookId }: Annotation, fields: { standing?: CardStanding | null; isOut?: boolean }): Promise<void> => {
    await writeChange(db, { owner, entity: 'reviewCard', entityId: id, bookId, kind: 'put', fields });
  };
  return {
    saveStanding: (mark, standing) => change(mark, { standing: standing ?? null }),
    saveOut: (mark, isOut) => change(mark, { isOut }),
  };
};

/** `records`: undefined until they were read from disk. */
export const useReviewCards = (): { records: CardRecords | undefined; verbs: CardVerbs } => {
  const owner = useOwner();
  const records = useLiveQuery(() => listReviewCardRecords(readerDatabase(), owner), [owner]);
  const verbs = useMemo(() => createCardVerbs(readerDatabase(), owner), [owner]);
  return { records, verbs };
};
