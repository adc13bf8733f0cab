/** The narrator of a book as a voice: plays the clips of its recorded narration (EPUB media overlays) without a gap between them. */
import type { Clip } from '@shufang/reading-engine';
import type { Voice } from './voice.ts';

export const NARRATOR_ID = 'narrator';

/** Seconds between the current time of the audio and the start of the next clip up to which playback continues without a seek. */
const GAP_SECONDS = 0.25;
/** Playback pauses if the next clip has not begun this long after the end of a clip. */
const NEXT_CLIP_MS = 150;
/** Maximum interval between two checks for the end of a clip; playback can stall while audio is loaded. */
const CHECK_MS = 250;

export interface NarratorVoiceInput {
  readonly name: string;
  readonly language: string;
  /** Returns the URL of an audio file with the current content ticket. */
  readonly urlOf: (href: string) => string;
}

export const createNarratorVoice = ({ name, language, urlOf }: NarratorVoiceInput): Voice => {
  let audio: HTMLAudioElement | undefined;
  /** Loads the next file while the current one is played. */
  let ahead: HTMLAudioElement | undefined;
  let loaded: string | undefined;
  /** The clip that was interrupted by a pause: it goes on where it stopped. */
  let interrupted: Clip | undefined;
  let stopTimer: ReturnType<typeof setTimeout> | undefined;

  const load = (player: HTMLAudioElement, { href, begin }: Clip): void => {
    player.src = urlOf(href);
    player.currentTime = begin;
    loaded = href;
  };

  /** Plays a clip until its end or until `signal` is aborted. Throws when the browser cannot play it. */
  const play = (player: HTMLAudioElement, clip: Clip, signal: AbortSignal, onProgress: (share: number) => void): Promise<void> =>
    new Promise((resolve, reject) => {
      const own = new AbortController();
      let timer: ReturnType<typeof setTimeout> | undefined;
      const endAt = (): number => clip.end ?? (Number.isFinite(player.duration) ? player.duration : Number.POSITIVE_INFINITY);
      const end = (finish: () => void): void => {
        clearTimeout(timer);
        own.abort();
        finish();
      };
      const check = (): void => {
        const left = endAt() - player.currentTime;
        if (clip.end !== undefined && left <= 0.01) {
          end(resolve);
          return;
        }
        const length = endAt() - clip.begin;
        if (Number.isFinite(length) && length > 0) onProgress(Math.max(0, 1 - left / length));
        clearTimeout(timer);
        timer = setTimeout(check, Math.min(CHECK_MS, Math.max(10, (left / player.playbackRate) * 1_000)));
      };
      const listen = (type: string, handle: () => void): void => player.addEventListener(type, handle, { signal: own.signal });
      listen('ended', () => end(resolve));
      listen('error', () => end(() => reject(new Error(`the narration cannot be played: ${player.error?.message ?? ''}`))));
      signal.addEventListener(
        'abort',
        () => {
          interrupted = clip;
          end(resolve);
        },
        { signal: own.signal },
      );
      player.play().then(check, (error: unknown) => end(() => (signal.aborted ? resolve() : reject(error))));
    });

  const isSame = (a: Clip | undefined, b: Clip): boolean => a !== undefined && a.href === b.href && a.begin === b.begin && a.end === b.end;

  return {
    id: NARRATOR_ID,
    name,
    language,
    source: 'book',
    speak: async ({ clip, rate }, signal, onProgress) => {
      if (!clip || signal.aborted) return;
      clearTimeout(stopTimer);
      audio ??= new Audio();
      const player = audio;
      const at = player.currentTime;
      const isInside = at >= clip.begin && at < (clip.end ?? Number.POSITIVE_INFINITY);
      const goesOn = loaded === clip.href && (Math.abs(at - clip.begin) <= GAP_SECONDS || (isSame(interrupted, clip) && isInside));
      interrupted = undefined;
      if (loaded !== clip.href) load(player, clip);
      else if (!goesOn) player.currentTime = clip.begin;
      player.playbackRate = rate;
      const stop = (): void => player.pause();
      signal.addEventListener('abort', stop, { once: true });
      try {
        await play(player, clip, signal, onProgress);
      } catch (error) {
        // The content ticket in the address may have expired; a new one was requested in time.
        if (signal.aborted || player.src === urlOf(clip.href)) {
          loaded = undefined;
          throw error;
        }
        load(player, clip);
        player.playbackRate = rate;
        await play(player, clip, signal, onProgress);
      }
      clearTimeout(stopTimer);
      stopTimer = setTimeout(stop, NEXT_CLIP_MS);
    },
    prepare: ({ clip }) => {
      if (!clip || clip.href === loaded) return;
      ahead ??= new Audio();
      const url = urlOf(clip.href);
      if (ahead.src === url) return;
      ahead.preload = 'auto';
      ahead.src = url;
    },
  };
};
