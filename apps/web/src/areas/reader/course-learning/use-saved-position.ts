/** Saves the reading position, and reports a newer position from another device. */
import { type Locator, parseHlc } from '@shufang/contract';
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useMemo, useState } from 'react';
import { createPositionSaver, savePositionFromNote } from '../../../features/reading/reading-position.ts';
import type { OpenedBook } from '../../../features/reading/use-open-book.ts';
import { deviceId } from '../../../platform/session/device-id.ts';
import { findRecord, readerDatabase } from '../../../platform/storage/reader-database.ts';
import { onSaveWork } from '../../../platform/storage/unsaved-work.ts';
import { useOwner } from '../../../platform/storage/use-owner.ts';
import type { StartPosition } from './use-start-position.ts';

export interface SavedPositions {
  save: (locator: Locator) => void;
  /** Newer position from another device that arrived after this page was opened; undefined if there is none or the user dismissed it. */
  fromOtherDevice: Locator | undefined;
  dismissOtherDevice: () => void;
}

export const useSavedPosition = (opened: OpenedBook, start: StartPosition): SavedPositions => {
  const owner = useOwner();
  const bookId = opened.book.id;
  const versionId = opened.version.id;
  const saver = useMemo(
    () => createPositionSaver(readerDatabase(), { owner, bookId, versionId }, start.isRestored ? start.locator : undefined),
    [owner, bookId, versionId, start],
  );
  useEffect(() => {
    const flush = (): void => {
      if (document.visibilityState === 'hidden') void saver.flush();
    };
    const leave = (): void => void saver.flush();
    document.addEventListener('visibilitychange', flush);
    window.addEventListener('pagehide', leave);
    const stopSaving = onSaveWork(() => saver.flush());
    return () => {
      document.removeEventListener('visibilitychange', flush);
      window.removeEventListener('pagehide', leave);
      stopSaving();
      void saver.flush();
    };
  }, [saver]);

  useEffect(() => {
    void savePositionFromNote(readerDatabase(), { owner, bookId, versionId }, opened.progress);
  }, [owner, bookId, versionId, opened.progress]);

  const [seenUntil, setSeenUntil] = useState(() => Math.max(Date.now(), opened.progress?.updatedAt ?? 0));
  const stored = useLiveQuery(() => findRecord(readerDatabase(), owner, 'progress', bookId), [owner, bookId]);
  const writer = stored?.clocks.locator && parseHlc(stored.clocks.locator).deviceId;
  const isForeign = stored !== undefined && writer !== undefined && writer !== deviceId() && stored.record.updatedAt > seenUntil;
  return {
    save: (locator) => saver.save(locator),
    fromOtherDevice: isForeign ? stored.record.locator : undefined,
    dismissOtherDevice: () => setSeenUntil(stored?.record.updatedAt ?? Date.now()),
  };
};
