/** Reads the open book aloud and shows the control bar. Loaded when a user starts to listen. */
import type { Locator } from '@shufang/contract';
import type { Navigator, SentenceOrigin } from '@shufang/reading-engine';
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { type BookReader, createReader } from './create-reader.ts';
import { useDeviceVoices } from './device-voices.ts';
import { useOperatorVoices } from './operator-voices.ts';
import { ReadAloudBar } from './read-aloud-bar.tsx';
import { findSettings, findStop, storeSettings, storeStop } from './read-aloud-settings.ts';
import { useMediaSession } from './use-media-session.ts';
import { orderVoices } from './voice.ts';

export interface ReadAloudProps {
  bookId: string;
  title: string;
  navigator: Navigator;
  /** Where the reading starts. */
  origin: SentenceOrigin;
  chapterOf: (locator: Locator) => string;
  onClosed: (closed: { href: string; title: string }) => void;
  onClose: () => void;
  /** Called with the reader, for the keys of the page, and with `undefined` when it is closed. */
  onReader: (reader: BookReader | undefined) => void;
}

/** Time for which a device may load its voices before they count as missing. */
const VOICES_WAIT_MS = 1_000;

/** Returns whether the device may still be loading its voices. */
const useGrace = (): boolean => {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), VOICES_WAIT_MS);
    return () => clearTimeout(timer);
  }, []);
  return !isOver;
};

export const ReadAloud = ({ bookId, title, navigator, origin, chapterOf, onClosed, onClose, onReader }: ReadAloudProps) => {
  const device = useDeviceVoices();
  const operator = useOperatorVoices();
  const voices = useMemo(() => orderVoices(device, operator.voices), [device, operator.voices]);
  const isSearching = useGrace();
  const [reader] = useState(() =>
    createReader({
      engine: navigator,
      settings: findSettings(),
      onSettings: storeSettings,
      onStop: ({ locator }) => storeStop(bookId, locator),
    }),
  );
  const state = useSyncExternalStore(reader.subscribe, reader.state);
  useLayoutEffect(() => reader.update({ voices, chapterOf, onClosed }));
  const hasVoices = voices.length > 0;
  const start = useEffectEvent(() => reader.start(origin, findStop(bookId)));
  useEffect(() => {
    if (!hasVoices) return;
    start();
    return () => reader.dispose();
  }, [reader, hasVoices]);
  const announce = useEffectEvent(onReader);
  useEffect(() => {
    announce(reader);
    return () => announce(undefined);
  }, [reader]);
  useMediaSession({
    title,
    chapter: state.sentence ? chapterOf(state.sentence.locator) : title,
    isPlaying: state.status === 'playing',
    onPlay: reader.resume,
    onPause: reader.pause,
    onNext: reader.next,
    onPrevious: reader.previous,
  });
  return (
    <ReadAloudBar
      state={state}
      voices={voices}
      isLoadingVoices={isSearching || operator.isLoading}
      voice={voices.find(({ id }) => id === state.settings.voice) ?? voices[0]}
      onToggle={reader.toggle}
      onPrevious={reader.previous}
      onNext={reader.next}
      onFollow={reader.follow}
      onRate={(rate) => reader.changeSettings({ rate })}
      onVoice={(voice) => reader.changeSettings({ voice })}
      onTimer={reader.setTimer}
      onClose={onClose}
    />
  );
};
