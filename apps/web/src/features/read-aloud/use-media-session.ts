/** Connects reading aloud with the media keys of the keyboard, of headphones and of the lock screen. */
import { useEffect, useEffectEvent } from 'react';

interface MediaControls {
  readonly title: string;
  readonly chapter: string;
  readonly isPlaying: boolean;
  readonly onPlay: () => void;
  readonly onPause: () => void;
  readonly onNext: () => void;
  readonly onPrevious: () => void;
}

const ACTIONS = ['play', 'pause', 'stop', 'nexttrack', 'previoustrack'] as const;

export const useMediaSession = ({ title, chapter, isPlaying, ...controls }: MediaControls): void => {
  const handle = useEffectEvent((action: (typeof ACTIONS)[number]): void => {
    if (action === 'play') controls.onPlay();
    else if (action === 'nexttrack') controls.onNext();
    else if (action === 'previoustrack') controls.onPrevious();
    else controls.onPause();
  });
  useEffect(() => {
    if (!('mediaSession' in navigator)) return;
    const { mediaSession } = navigator;
    for (const action of ACTIONS) mediaSession.setActionHandler(action, () => handle(action));
    return () => {
      for (const action of ACTIONS) mediaSession.setActionHandler(action, null);
      mediaSession.metadata = null;
      mediaSession.playbackState = 'none';
    };
  }, []);
  useEffect(() => {
    if ('mediaSession' in navigator) navigator.mediaSession.metadata = new MediaMetadata({ title: chapter, album: title });
  }, [title, chapter]);
  useEffect(() => {
    if ('mediaSession' in navigator) navigator.mediaSession.playbackState = isPlaying ? 'playing' : 'paused';
  }, [isPlaying]);
};
