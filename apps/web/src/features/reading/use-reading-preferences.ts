/** Reading preferences of the user: stored on the device, synchronized, and applied while they are being changed. */
import { defaultReadingPreferences, type ReadingPreferences, readingPreferences } from '@shufang/contract';
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useMemo, useRef, useState } from 'react';
import { writeLastPreferences } from '../../platform/storage/last-preferences.ts';
import { findRecord, readerDatabase } from '../../platform/storage/reader-database.ts';
import { useOwner } from '../../platform/storage/use-owner.ts';
import { writeChange } from '../../platform/storage/write-change.ts';

/** Id of the record with the reading preferences; each user has one such record. */
const RECORD_ID = 'reading';
/** How long a changed value is shown before the stored record replaces it; by then the record has been read back from the database. */
const SETTLED_MS = 500;

export interface PreferencesInUse {
  /** Preferences in use; undefined until they are read from the database. */
  preferences: ReadingPreferences | undefined;
  changePreferences: (fields: Partial<ReadingPreferences>) => Promise<void>;
}

export const useReadingPreferences = (fromServer: ReadingPreferences | undefined): PreferencesInUse => {
  const owner = useOwner();
  // A change is applied immediately, because waiting for the database would make a slider stutter.
  const [moving, setMoving] = useState<Partial<ReadingPreferences>>({});
  const settling = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(settling.current), []);
  const stored = useLiveQuery(
    async () => ({ record: (await findRecord(readerDatabase(), owner, 'preferences', RECORD_ID))?.record }),
    [owner],
  );
  const chosen = stored && JSON.stringify({ ...defaultReadingPreferences, ...fromServer, ...stored.record, ...moving });
  // Equal preferences stay the same object, so that the page is laid out again only after a change.
  const preferences = useMemo(() => (chosen === undefined ? undefined : readingPreferences.parse(JSON.parse(chosen))), [chosen]);
  useEffect(() => {
    if (preferences !== undefined) writeLastPreferences(owner, preferences);
  }, [owner, preferences]);
  return {
    preferences,
    changePreferences: async (fields) => {
      setMoving((before) => ({ ...before, ...fields }));
      const merged = stored?.record ? fields : { ...defaultReadingPreferences, ...fromServer, ...fields };
      await writeChange(readerDatabase(), {
        owner,
        entity: 'preferences',
        entityId: RECORD_ID,
        bookId: '',
        kind: 'put',
        fields: merged,
      });
      clearTimeout(settling.current);
      settling.current = setTimeout(() => setMoving({}), SETTLED_MS);
    },
  };
};
