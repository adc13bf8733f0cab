/** The reader's review cards from the device's database, and actions on them. Every action resolves when the change is stored. */
import type { Annotation, CardSchedule } from '@shufang/contract';
import { useLiveQuery } from 'dexie-react-hooks';
import { useMemo } from 'react';
import { listReviewCardRecords, type ReaderDatabase, readerDatabase } from '../../platform/storage/reader-database.ts';
import { useOwner } from '../../platform/storage/use-owner.ts';
import { writeChange } from '../../platform/storage/write-change.ts';
import type { CardRecords } from './review-deck.ts';

export interface CardActions {
  /** Stores the schedule of a card; undefined makes the card a new one again. */
  saveSchedule(annotation: Annotation, schedule: CardSchedule | undefined): Promise<void>;
  /** Excludes a card from review, or includes it again. */
  saveExcluded(annotation: Annotation, isOut: boolean): Promise<void>;
}

export const createCardActions = (db: ReaderDatabase, owner: string): CardActions => {
  const change = async ({ id, bookId }: Annotation, fields: { schedule?: CardSchedule | null; isOut?: boolean }): Promise<void> => {
    await writeChange(db, { owner, entity: 'reviewCard', entityId: id, bookId, kind: 'put', fields });
  };
  return {
    saveSchedule: (annotation, schedule) => change(annotation, { schedule: schedule ?? null }),
    saveExcluded: (annotation, isOut) => change(annotation, { isOut }),
  };
};

/** Returns the stored records of review cards and the actions on them. `records` is undefined until read from the database. */
export const useReviewCards = (): { records: CardRecords | undefined; actions: CardActions } => {
  const owner = useOwner();
  const records = useLiveQuery(() => listReviewCardRecords(readerDatabase(), owner), [owner]);
  const actions = useMemo(() => createCardActions(readerDatabase(), owner), [owner]);
  return { records, actions };
};
