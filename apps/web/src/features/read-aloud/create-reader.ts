/** Reads a book aloud: asks the engine for one sentence after the other, and lets a voice say them. Independent of React. */
import type { Locator } from '@shufang/contract';
import type { FoundSentence, Navigator, SentenceId, SentenceOrigin, SpokenSentence } from '@shufang/reading-engine';
import { RATES, type ReadAloudSettings } from './read-aloud-settings.ts';
import { type Utterance, type Voice, voiceFor } from './voice.ts';

/** The result of a search for which the narration of its document was loaded, if it needs one. */
export type SearchResult = Exclude<FoundSentence, { kind: 'narrationNeeded' }>;

/** The engine's part of reading aloud. */
export interface ReaderEngine extends Pick<Navigator, 'showSentence' | 'clearSentence'> {
  findSentence(from: SentenceOrigin, options?: { unit?: 'phrase'; readsNotes?: boolean }): Promise<SearchResult>;
}

export type SleepTimer = 'off' | '15' | '30' | '60' | 'chapter';

/** Why nothing is said: the user paused, the timer ended, the book ended, or something failed. */
export type StopReason = 'paused' | 'timeUp' | 'chapterEnded' | 'ended' | 'voiceFailed' | 'textFailed';

export interface ReaderState {
  readonly status: 'loading' | 'playing' | StopReason;
  readonly sentence: SpokenSentence | undefined;
  readonly timer: SleepTimer;
  /** Whether the reader has turned to another page; the view does not follow then. */
  readonly isAway: boolean;
  readonly settings: ReadAloudSettings;
}

export interface ReaderDependencies {
  readonly engine: ReaderEngine;
  readonly settings: ReadAloudSettings;
  readonly onSettings: (settings: ReadAloudSettings) => void;
  /** Called with the sentence at which the reading stops. */
  readonly onStop: (sentence: SpokenSentence) => void;
}

/** What changes while the book is open. */
export interface ReaderContext {
  readonly voices: readonly Voice[];
  /** Returns the title of the chapter that contains a position. */
  readonly chapterOf: (locator: Locator) => string;
  /** Called when the next sentence is in a document that the user may not open. */
  readonly onClosed: (closed: { href: string; title: string }) => void;
}

const MINUTE_MS = 60_000;

export const createReader = (dependencies: ReaderDependencies) => {
  const { engine } = dependencies;
  let state: ReaderState = { status: 'loading', sentence: undefined, timer: 'off', isAway: false, settings: dependencies.settings };
  let context: ReaderContext = { voices: [], chapterOf: () => '', onClosed: () => undefined };
  const listeners = new Set<() => void>();
  /** Aborted when another sentence is started, or the reading stops. */
  let current = new AbortController();
  /** The last search for a sentence, which is repeated if it has failed before the first sentence. */
  let lastSearch: (() => Promise<SearchResult>) | undefined;
  let sleepTimer: ReturnType<typeof setTimeout> | undefined;

  const set = (change: Partial<ReaderState>): void => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };
  const utteranceOf = ({ text, clip }: SpokenSentence): Utterance => ({ text, rate: state.settings.rate, ...(clip ? { clip } : {}) });
  const findNarrator = (): Voice | undefined =>
    state.settings.narrator === false ? undefined : context.voices.find(({ source }) => source === 'book');
  /** A phrase without a recording is read by a voice. */
  const voiceOf = (sentence: SpokenSentence): Voice | undefined => {
    const others = context.voices.filter(({ source }) => source !== 'book');
    return (sentence.clip && findNarrator()) ?? voiceFor(others, state.settings.voice, sentence);
  };
  const idOf = ({ segment, n, unit }: SpokenSentence): SentenceId => ({ segment, n, ...(unit ? { unit } : {}) });
  const find = (from: SentenceOrigin): Promise<SearchResult> =>
    engine.findSentence(from, {
      ...(findNarrator() ? { unit: 'phrase' as const } : {}),
      ...(state.settings.readsNotes === true ? { readsNotes: true } : {}),
    });
  /**
   * Returns whether the sentence belongs to the other way of reading. The narrator reads phrases and a voice reads sentences, so the
   * position must be converted when the reader changes from one to the other.
   */
  const isOfOther = ({ unit }: SpokenSentence): boolean => (unit === 'phrase') !== (findNarrator() !== undefined);

  const stop = (status: StopReason): void => {
    current.abort();
    if (state.sentence) dependencies.onStop(state.sentence);
    set({ status });
  };

  /** Marks a sentence and turns to it, unless the reader has turned to another page and the sentence is not there. */
  const show = async (sentence: SpokenSentence, progress: number): Promise<void> => {
    if (!state.isAway) await engine.showSentence({ ...idOf(sentence), progress });
    else if (await engine.showSentence(idOf(sentence))) set({ isAway: false });
  };
  /** A sentence that cannot be shown can be heard all the same; the engine has reported the error. */
  const ignoreShowError = (): void => undefined;

  /** Says one sentence. Returns whether the next one can follow. */
  const say = async (sentence: SpokenSentence, signal: AbortSignal): Promise<boolean> => {
    const voice = voiceOf(sentence);
    if (!voice) {
      stop('voiceFailed');
      return false;
    }
    show(sentence, 0).catch(ignoreShowError);
    try {
      await voice.speak(utteranceOf(sentence), signal, (share) => {
        if (!signal.aborted) show(sentence, Math.min(1, share)).catch(ignoreShowError);
      });
      return !signal.aborted;
    } catch (error) {
      if (!signal.aborted) stop('voiceFailed');
      reportError(error);
      return false;
    }
  };

  /** Returns whether the reading goes on with the found sentence. */
  const accept = (found: SearchResult): found is Extract<SearchResult, { kind: 'sentence' }> => {
    if (found.kind === 'sentence') return true;
    stop('ended');
    if (found.kind === 'closed') context.onClosed({ href: found.href, title: found.title });
    return false;
  };

  const isChapterOver = (next: SpokenSentence): boolean =>
    state.timer === 'chapter' &&
    state.sentence !== undefined &&
    context.chapterOf(next.locator) !== context.chapterOf(state.sentence.locator);

  const run = async (search: () => Promise<SearchResult>): Promise<void> => {
    current.abort();
    current = new AbortController();
    lastSearch = search;
    const { signal } = current;
    set({ status: 'loading' });
    try {
      let found = await search();
      while (!signal.aborted && accept(found)) {
        const { sentence } = found;
        const isOver = isChapterOver(sentence);
        set({ status: 'playing', sentence });
        if (isOver) {
          set({ timer: 'off' });
          stop('chapterEnded');
          return;
        }
        const following = find({ ...idOf(sentence), step: 1 });
        following.then(
          (next) => next.kind === 'sentence' && !signal.aborted && voiceOf(next.sentence)?.prepare?.(utteranceOf(next.sentence)),
          // Awaited below, after this sentence.
          () => undefined,
        );
        if (!(await say(sentence, signal))) return;
        found = await following;
      }
    } catch (error) {
      if (signal.aborted) return;
      stop('textFailed');
      reportError(error);
    }
  };

  const step = (direction: 1 | -1): void => {
    const { sentence } = state;
    if (!sentence) return;
    set({ isAway: false });
    void run(async () => {
      if (isOfOther(sentence)) return find({ locator: sentence.locator });
      const found = await find({ ...idOf(sentence), step: direction });
      // Before the first sentence there is only the first one.
      return direction < 0 && found.kind !== 'sentence' ? { kind: 'sentence', sentence } : found;
    });
  };

  const resume = (): void => {
    const { sentence } = state;
    if (sentence && isOfOther(sentence)) void run(() => find({ locator: sentence.locator }));
    else if (sentence) void run(() => Promise.resolve({ kind: 'sentence', sentence }));
    else if (lastSearch) void run(lastSearch);
  };

  /** Changes voice or speed, and says the current sentence again. */
  const changeSettings = (fields: Partial<ReadAloudSettings>): void => {
    const settings = { ...state.settings, ...fields };
    set({ settings });
    dependencies.onSettings(settings);
    if (state.status === 'playing') resume();
  };

  return {
    /** Must be called when the context has changed. */
    update: (changed: ReaderContext): void => {
      context = changed;
    },
    state: (): ReaderState => state,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Starts at a position. `stopped`: where the reading stopped before; if that sentence is on the screen, it goes on there. */
    start: (origin: SentenceOrigin, stopped?: Locator): void => {
      set({ isAway: false });
      void run(async () => {
        if (origin !== 'screen' || !stopped) return find(origin);
        const first = await find('screen');
        const isInDocument = first.kind === 'sentence' && first.sentence.locator.href === stopped.href;
        const before = isInDocument ? await find({ locator: stopped }) : first;
        const isOnScreen = before.kind === 'sentence' && isInDocument && (await engine.showSentence(idOf(before.sentence)));
        return isOnScreen ? before : first;
      });
    },
    pause: (): void => stop('paused'),
    resume,
    toggle: (): void => (state.status === 'playing' || state.status === 'loading' ? stop('paused') : resume()),
    next: (): void => step(1),
    previous: (): void => step(-1),
    changeSettings,
    /** Reads slower or faster by one step. */
    changeRate: (direction: 1 | -1): void => {
      const rate = RATES[RATES.findIndex((each) => each >= state.settings.rate) + direction];
      if (rate !== undefined) changeSettings({ rate });
    },
    setTimer: (timer: SleepTimer): void => {
      clearTimeout(sleepTimer);
      set({ timer });
      if (timer === 'off' || timer === 'chapter') return;
      sleepTimer = setTimeout(() => {
        set({ timer: 'off' });
        if (state.status === 'playing' || state.status === 'loading') stop('timeUp');
      }, Number(timer) * MINUTE_MS);
    },
    /** Must be called when the reader has moved to another page: the view follows again when the sentence is on it. */
    handleMoved: async (): Promise<void> => {
      const { sentence } = state;
      if (!sentence) return;
      const isVisible = await engine.showSentence(idOf(sentence));
      if (state.sentence === sentence) set({ isAway: !isVisible });
    },
    /** Turns back to the sentence that is being said. */
    follow: (): void => {
      set({ isAway: false });
      if (state.sentence) show(state.sentence, 0).catch(ignoreShowError);
    },
    /** Ends the reading: the mark is removed from the page. */
    dispose: (): void => {
      clearTimeout(sleepTimer);
      if (!current.signal.aborted) stop('paused');
      engine.clearSentence().catch(ignoreShowError);
    },
  };
};

export type BookReader = ReturnType<typeof createReader>;
