/** How this person likes to read: on disk first, synchronised, applied while it is changed. */
import { defaultReadingPreferences, type ReadingPreferences, readingPreferences } from '@shufang/contract';
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useMemo, useRef, useState } from 'react';
import { findRecord, readerDatabase } from '../../platform/storage/reader-database.ts';
import { useOwner } from '../../platform/storage/use-owner.ts';
import { writeChange } from '../../platform/storage/write-change.ts';

/** The one record of a person. */
const RECORD_ID = 'reading';
/** By then the written record has been read back. */
const SETTLED_MS = 500;

export interface PreferencesInUse {
  /** Undefined until they were read from disk. */
  preferences: ReadingPreferences | undefined;
  changePreferences: (fields: Partial<ReadingPreferences>) => Promise<void>;
}

export const useReadingPreferences = (fromServer: ReadingPreferences | undefined): PreferencesInUse => {
  const owner = useOwner();
  // What is being chosen shows at once: a slider that waited for the disk would stutter under the hand.
  const [moving, setMoving] = useState<Partial<ReadingPreferences>>({});
  const settling = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(settling.current), []);
  const stored = useLiveQuery(
    async () => ({ record: (await findRecord(readerDatabase(), owner, 'preferences', RECORD_ID))?.record }),
    [owner],
  );
  const wanted = stored && JSON.stringify({ ...defaultReadingPreferences, ...fromServer, ...stored.record, ...moving });
  // The same wishes stay the same object: the page is laid out again only when one of them changes.
  const preferences = useMemo(() => (wanted === undefined ? undefined : readingPreferences.parse(JSON.parse(wanted))), [wanted]);
  return {
    preferences,
    changePreferences: async (fields) => {
      setMoving((before) => ({ ...before, ...fields }));
      const whole = stored?.record ? fields : { ...defaultReadingPreferences, ...fromServer, ...fields };
      await writeChange(readerDatabase(), {
        owner,
        entity: 'preferences',
        entityId: RECORD_ID,
        bookId: '',
        kind: 'put',
        fields: whole,
      });
      clearTimeout(settling.current);
      settling.current = setTimeout(() => setMoving({}), SETTLED_MS);
    },
  };
};
