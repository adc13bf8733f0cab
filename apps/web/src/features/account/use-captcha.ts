import { getAudioCaptcha, getCaptcha } from '@shufang/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../platform/api/client.ts';

export interface Captcha {
  /** The image as a PNG data URL; undefined while loading, after a failure, and for a spoken captcha. */
  readonly image: string | undefined;
  /** The spoken digits as a WAV data URL; undefined for an image. */
  readonly audio: string | undefined;
  /** Whether the captcha is spoken digits instead of an image. */
  readonly spoken: boolean;
  readonly key: string | undefined;
  readonly failed: boolean;
  /** Fetches another captcha of the same kind. A captcha is valid for one call, even if the typed text was wrong. */
  readonly refresh: () => void;
  readonly listen: () => void;
  readonly look: () => void;
}

/**
 * Options of the captcha's query. Without a network the general network alert is not shown, because the field itself shows that the image
 * is missing.
 */
const CACHE_OPTIONS = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0, meta: { worksOffline: true } } as const;

/** The captcha of one form: an image, or spoken digits. */
export const useCaptcha = (): Captcha => {
  const [{ turn, spoken }, setState] = useState(() => ({ turn: Date.now(), spoken: false }));
  const input = { refresh: String(turn) };
  const picture = useQuery({
    queryKey: ['captcha', turn],
    queryFn: ({ signal }) => call(getCaptcha, input, { signal }),
    enabled: !spoken,
    ...CACHE_OPTIONS,
  });
  const speech = useQuery({
    queryKey: ['captcha', 'audio', turn],
    queryFn: ({ signal }) => call(getAudioCaptcha, input, { signal }),
    enabled: spoken,
    ...CACHE_OPTIONS,
  });
  const begin = (inSpeech: boolean): void => setState((last) => ({ turn: Math.max(Date.now(), last.turn + 1), spoken: inSpeech }));
  return {
    image: spoken ? undefined : picture.data?.img,
    audio: spoken ? speech.data?.audio : undefined,
    spoken,
    key: spoken ? speech.data?.key : picture.data?.key,
    failed: spoken ? speech.isError : picture.isError,
    refresh: () => begin(spoken),
    listen: () => begin(true),
    look: () => begin(false),
  };
};
