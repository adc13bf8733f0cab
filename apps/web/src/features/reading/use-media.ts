/** The sounds and videos of an open book: which one plays, how to operate it, and where the reader stopped on this device. */
import type { MediaReport, Navigator } from '@shufang/reading-engine';
import { useEffect, useState } from 'react';
import { findMediaPositions, storeMediaPosition } from '../../platform/storage/media-positions.ts';
import { useOwner } from '../../platform/storage/use-owner.ts';
import { reportUnlessClosed } from './report-unless-closed.ts';

/** A file whose rest is shorter counts as finished and starts at its beginning again. */
const END_SECONDS = 3;

export const useMedia = (navigator: Navigator | undefined, bookId: string) => {
  const owner = useOwner();
  const [player, setPlayer] = useState<MediaReport>();
  useEffect(() => {
    if (navigator) void reportUnlessClosed(navigator.setMediaPositions(findMediaPositions(owner, bookId)));
  }, [navigator, owner, bookId]);
  return {
    player,
    handleReport: (now: MediaReport | null): void => {
      setPlayer(now ?? undefined);
      if (now === null) return;
      const isFinished = now.durationSeconds > 0 && now.seconds > now.durationSeconds - END_SECONDS;
      storeMediaPosition(owner, bookId, now.href, isFinished ? undefined : now.seconds);
    },
  };
};
