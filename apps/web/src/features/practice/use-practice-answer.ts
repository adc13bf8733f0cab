/** The stored answer of the reader to a practice question, and the function that saves the next one: on the device, then synced. */
import { type PracticeAnswer, type PracticeItem, practiceAnswerId } from '@shufang/contract';
import { useLiveQuery } from 'dexie-react-hooks';
import { findRecord, readerDatabase } from '../../platform/storage/reader-database.ts';
import { useOwner } from '../../platform/storage/use-owner.ts';
import { writeChange } from '../../platform/storage/write-change.ts';

interface AnsweredQuestion {
  readonly owner: string;
  readonly id: string;
  /** Undefined if the question was never answered, or until the database is read. */
  readonly last: PracticeAnswer | undefined;
  /** Resolves when the answer is on the disk of the device. */
  readonly save: (answer: Omit<PracticeAnswer, 'tries' | 'answeredAt'>) => Promise<void>;
}

export const usePracticeAnswer = (bookId: string, item: PracticeItem): AnsweredQuestion => {
  const owner = useOwner();
  const address = { bookId, href: item.href, itemId: item.id };
  const id = practiceAnswerId(address);
  const last = useLiveQuery(async () => (await findRecord(readerDatabase(), owner, 'practiceAnswer', id))?.record.answer, [owner, id]);
  return {
    owner,
    id,
    last,
    save: async (answer) => {
      const db = readerDatabase();
      await db.transaction('rw', db.records, db.outbox, db.meta, async () => {
        const before = (await findRecord(db, owner, 'practiceAnswer', id))?.record.answer;
        const fields = { ...address, answer: { ...answer, tries: (before?.tries ?? 0) + 1, answeredAt: Date.now() } };
        await writeChange(db, { owner, entity: 'practiceAnswer', entityId: id, bookId, kind: 'put', fields });
      });
    },
  };
};
