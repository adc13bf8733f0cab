/** Reads the open book aloud and shows the control bar. Loaded when a user starts to listen. */
import { getNarration, type Locator, type PublicationMetadata } from '@shufang/contract';
import type { Navigator, SentenceOrigin } from '@shufang/reading-engine';
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { call } from '../../platform/api/client.ts';
import { readAloudText } from '../../platform/messages/zh-cn/read-aloud.ts';
import { type BookReader, createReader, type ReaderEngine } from './create-reader.ts';
import { useDeviceVoices } from './device-voices.ts';
import { createNarratorVoice, NARRATOR_ID } from './narrator-voice.ts';
import { useOperatorVoices } from './operator-voices.ts';
import { ReadAloudBar } from './read-aloud-bar.tsx';
import { findSettings, findStop, storeSettings, storeStop } from './read-aloud-settings.ts';
import { useMediaSession } from './use-media-session.ts';
import { orderVoices } from './voice.ts';

export interface ReadAloudProps {
  bookId: string;
  versionId: string;
  metadata: Pick<PublicationMetadata, 'narration' | 'languages'>;
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

/** Returns whether the voices of the device are awaited: most browsers load them after the first request for them. */
const useIsAwaitingVoices = (): boolean => {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), VOICES_WAIT_MS);
    return () => clearTimeout(timer);
  }, []);
  return !isOver;
};

/** Returns the engine with a search that loads the narration of a document when it comes to it. */
const withNarration = (navigator: Navigator, bookId: string, versionId: string): ReaderEngine => ({
  showSentence: navigator.showSentence,
  clearSentence: navigator.clearSentence,
  findSentence: async (from, options) => {
    for (;;) {
      const found = await navigator.findSentence(from, options);
      if (found.kind !== 'narrationNeeded') return found;
      const { guided } = await call(getNarration, { bookId, versionId, href: found.href });
      await navigator.setNarration({ href: found.href, guided });
    }
  },
});

const urlIn = (baseUrl: string, href: string): string =>
  `${baseUrl.replace(/\/?$/, '/')}${href.split('/').map(encodeURIComponent).join('/')}`;

/** Returns the narrator of the book; undefined if it has no recorded narration. */
const useNarrator = ({ narration, languages }: ReadAloudProps['metadata'], navigator: Navigator) =>
  useMemo(
    () =>
      narration &&
      createNarratorVoice({
        name: narration.narrators.join('、') || readAloudText.narrator,
        language: languages[0] ?? 'zh-CN',
        urlOf: (href) => urlIn(navigator.baseUrl(), href),
      }),
    [narration, languages, navigator],
  );

export const ReadAloud = (props: ReadAloudProps) => {
  const { bookId, versionId, metadata, title, navigator, origin, chapterOf, onClosed, onClose, onReader } = props;
  const device = useDeviceVoices();
  const operator = useOperatorVoices();
  const narrator = useNarrator(metadata, navigator);
  const voices = useMemo(
    () => [...(narrator ? [narrator] : []), ...orderVoices(device, operator.voices)],
    [narrator, device, operator.voices],
  );
  const isSearching = useIsAwaitingVoices();
  const [reader] = useState(() =>
    createReader({
      engine: withNarration(navigator, bookId, versionId),
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
  const isNarrated = narrator !== undefined && state.settings.narrator !== false;
  const others = voices.filter((each) => each !== narrator);
  const voice = isNarrated ? narrator : (others.find(({ id }) => id === state.settings.voice) ?? others[0]);
  return (
    <ReadAloudBar
      state={state}
      voices={voices}
      isLoadingVoices={isSearching || operator.isLoading}
      voice={voice}
      onToggle={reader.toggle}
      onPrevious={reader.previous}
      onNext={reader.next}
      onFollow={reader.follow}
      onRate={(rate) => reader.changeSettings({ rate })}
      onVoice={(id) => {
        if (id === NARRATOR_ID) reader.changeSettings({ narrator: true });
        else reader.changeSettings({ voice: id, ...(narrator ? { narrator: false } : {}) });
      }}
      onReadsNotes={(readsNotes) => reader.changeSettings({ readsNotes })}
      onTimer={reader.setTimer}
      onClose={onClose}
    />
  );
};
