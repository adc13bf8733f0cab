/** Keeps the reader's place while they read, and tells when another device of theirs got elsewhere meanwhile. */
import { type Locator, parseHlc } from '@shufang/contract';
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useMemo, useState } from 'react';
import { createPlaceKeeper, writeNotedPlace } from '../../features/reading/reading-place.ts';
import type { OpenedBook } from '../../features/reading/use-open-book.ts';
import { deviceId } from '../../platform/session/device-id.ts';
import { findRecord, readerDatabase } from '../../platform/storage/reader-database.ts';
import { useOwner } from '../../platform/storage/use-owner.ts';
import type { StartPlace } from './use-start-place.ts';

export interface KeptPlaces {
  keep: (place: Locator) => void;
  /** A place another device reported after this page was opened, until it is dismissed. */
  foreign: Locator | undefined;
  dismissForeign: () => void;
}

export const useKeptPlace = (opened: OpenedBook, start: StartPlace): KeptPlaces => {
  const owner = useOwner();
  const bookId = opened.book.id;
  const versionId = opened.version.id;
  const keeper = useMemo(
    () => createPlaceKeeper(readerDatabase(), { owner, bookId, versionId }, start.isRestored ? start.locator : undefined),
    [owner, bookId, versionId, start],
  );
  useEffect(() => {
    const flush = (): void => {
      if (document.visibilityState === 'hidden') void keeper.flush();
    };
    const leave = (): void => void keeper.flush();
    document.addEventListener('visibilitychange', flush);
    window.addEventListener('pagehide', leave);
    return () => {
      document.removeEventListener('visibilitychange', flush);
      window.removeEventListener('pagehide', leave);
      void keeper.flush();
    };
  }, [keeper]);

  useEffect(() => {
    void writeNotedPlace(readerDatabase(), { owner, bookId, versionId }, opened.progress);
  }, [owner, bookId, versionId, opened.progress]);

  const [seenUntil, setSeenUntil] = useState(() => Math.max(Date.now(), opened.progress?.updatedAt ?? 0));
  const stored = useLiveQuery(() => findRecord(readerDatabase(), owner, 'progress', bookId), [owner, bookId]);
  const writer = stored?.clocks.locator && parseHlc(stored.clocks.locator).deviceId;
  const isForeign = stored !== undefined && writer !== undefined && writer !== deviceId() && stored.record.updatedAt > seenUntil;
  return {
    keep: (place) => keeper.keep(place),
    foreign: isForeign ? stored.record.locator : undefined,
    dismissForeign: () => setSeenUntil(stored?.record.updatedAt ?? Date.now()),
  };
};
