/** Reading preferences of the user: stored on the device, synchronized, and applied while they are being changed. */
import { defaultReadingPreferences, type ReadingPreferences, readingPreferences } from '@shufang/contract';
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useMemo, useState } from 'react';
import { writeLastPreferences } from '../../platform/storage/last-preferences.ts';
import { findRecord, readerDatabase } from '../../platform/storage/reader-database.ts';
import { useOwner } from '../../platform/storage/use-owner.ts';
import { writeChange } from '../../platform/storage/write-change.ts';

/** Id of the record with the reading preferences; each user has one such record. */
const RECORD_ID = 'reading';

type Fields = Partial<ReadingPreferences>;

/** Returns the changed fields that the stored record does not have yet. */
const withoutStored = (moving: Fields, record: Fields): Fields => {
  const waiting = Object.entries(moving).filter(([name, value]) => JSON.stringify(record[name as keyof Fields]) !== JSON.stringify(value));
  return Object.fromEntries(waiting);
};

export interface PreferencesInUse {
  /** Preferences in use; undefined until they are read from the database. */
  preferences: ReadingPreferences | undefined;
  changePreferences: (fields: Fields) => Promise<void>;
}

export const useReadingPreferences = (fromServer: ReadingPreferences | undefined): PreferencesInUse => {
  const owner = useOwner();
  // A change is applied immediately, because waiting for the database would make a slider stutter. It stays until the stored record has
  // it: a record that is read in between is older.
  const [moving, setMoving] = useState<Fields>({});
  const stored = useLiveQuery(
    async () => ({ record: (await findRecord(readerDatabase(), owner, 'preferences', RECORD_ID))?.record }),
    [owner],
  );
  const record = stored?.record;
  const [compared, setCompared] = useState(record);
  if (record !== compared) {
    setCompared(record);
    if (record !== undefined) setMoving(withoutStored(moving, record));
  }
  const chosen = stored && JSON.stringify({ ...defaultReadingPreferences, ...fromServer, ...record, ...moving });
  // Equal preferences stay the same object, so that the page is laid out again only after a change.
  const preferences = useMemo(() => (chosen === undefined ? undefined : readingPreferences.parse(JSON.parse(chosen))), [chosen]);
  useEffect(() => {
    if (preferences !== undefined) writeLastPreferences(owner, preferences);
  }, [owner, preferences]);
  return {
    preferences,
    changePreferences: async (fields) => {
      setMoving((before) => ({ ...before, ...fields }));
      const merged = record ? fields : { ...defaultReadingPreferences, ...fromServer, ...fields };
      await writeChange(readerDatabase(), {
        owner,
        entity: 'preferences',
        entityId: RECORD_ID,
        bookId: '',
        kind: 'put',
        fields: merged,
      });
    },
  };
};
