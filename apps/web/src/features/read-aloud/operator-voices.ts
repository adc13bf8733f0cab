/** The voices of the operator's speech service, for signed-in users. They are played by an audio element, so media keys and background play work. */
import { listVoices, type SpeechVoice, speakSentence } from '@shufang/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../platform/api/client.ts';
import { fetchFile } from '../../platform/api/fetch-file.ts';
import { useSession } from '../../platform/session/session.ts';
import type { Utterance, Voice } from './voice.ts';

/** Number of sentences whose audio is cached: the current one, the next one and two before. */
const CACHED_SENTENCES = 4;

const dataUrlOf = (audio: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result as string));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('the audio cannot be read')));
    reader.readAsDataURL(audio);
  });

/** Plays audio until its end or until `signal` is aborted. Throws when the browser cannot play it. */
const play = (audio: HTMLAudioElement, rate: number, signal: AbortSignal, onProgress: (share: number) => void): Promise<void> =>
  new Promise((resolve, reject) => {
    const own = new AbortController();
    const end = (finish: () => void): void => {
      own.abort();
      audio.pause();
      finish();
    };
    const listen = (type: string, handle: () => void): void => audio.addEventListener(type, handle, { signal: own.signal });
    listen('ended', () => end(resolve));
    listen('error', () => end(() => reject(new Error(`the audio cannot be played: ${audio.error?.message ?? ''}`))));
    listen('timeupdate', () => {
      if (audio.duration > 0) onProgress(audio.currentTime / audio.duration);
    });
    signal.addEventListener('abort', () => end(resolve), { signal: own.signal });
    audio.playbackRate = rate;
    audio.play().catch((error: unknown) => end(() => (signal.aborted ? resolve() : reject(error))));
  });

const createVoices = (listed: readonly SpeechVoice[]): readonly Voice[] => {
  const cached = new Map<string, Promise<string>>();
  let audio: HTMLAudioElement | undefined;

  const load = (voice: string, text: string): Promise<string> => {
    const key = `${voice} ${text}`;
    const existing = cached.get(key);
    if (existing) return existing;
    const loading = fetchFile(speakSentence, { voice, text }).then(dataUrlOf);
    cached.set(key, loading);
    // A failed request is not cached; who awaits it handles the error.
    loading.catch(() => cached.delete(key));
    for (const oldest of [...cached.keys()].slice(0, Math.max(0, cached.size - CACHED_SENTENCES))) cached.delete(oldest);
    return loading;
  };

  return listed.map(({ id, name, language }) => ({
    id: `operator:${id}`,
    name,
    language,
    source: 'operator' as const,
    speak: async ({ text, rate }: Utterance, signal, onProgress) => {
      const url = await load(id, text);
      if (signal.aborted) return;
      audio ??= new Audio();
      audio.src = url;
      await play(audio, rate, signal, onProgress);
    },
    prepare: ({ text }) => {
      load(id, text).catch(() => undefined);
    },
  }));
};

const NONE: readonly SpeechVoice[] = [];

/** Returns the voices of the operator's speech service; none if there is no such service, or nobody is signed in. */
export const useOperatorVoices = (): { voices: readonly Voice[]; isLoading: boolean } => {
  const userId = useSession((session) => session.userId);
  const { data, isLoading } = useQuery({
    queryKey: ['listVoices', userId],
    queryFn: ({ signal }) => call(listVoices, {}, { signal }),
    enabled: userId !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const listed = (userId === undefined ? undefined : data?.voices) ?? NONE;
  const voices = useMemo(() => createVoices(listed), [listed]);
  return { voices, isLoading };
};
