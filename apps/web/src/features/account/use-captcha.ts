import { getAudioCaptcha, getCaptcha } from '@shufang/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../platform/api/client.ts';

export interface Captcha {
  /** PNG data address; absent while loading, after a failure, and while the captcha is spoken. */
  readonly image: string | undefined;
  /** WAV data address; there only while the captcha is spoken. */
  readonly audio: string | undefined;
  /** Digits are spoken instead of a picture shown. */
  readonly spoken: boolean;
  readonly key: string | undefined;
  readonly failed: boolean;
  /** Fetches another one of its kind; the old key is worthless after one use, right or wrong. */
  readonly refresh: () => void;
  readonly listen: () => void;
  readonly look: () => void;
}

const KEPT = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 };

/** The captcha of one form: a picture, or spoken digits for who cannot see it. */
export const useCaptcha = (): Captcha => {
  const [{ turn, spoken }, setState] = useState(() => ({ turn: Date.now(), spoken: false }));
  const input = { refresh: String(turn) };
  const picture = useQuery({
    queryKey: ['captcha', turn],
    queryFn: ({ signal }) => call(getCaptcha, input, { signal }),
    enabled: !spoken,
    ...KEPT,
  });
  const speech = useQuery({
    queryKey: ['captcha', 'audio', turn],
    queryFn: ({ signal }) => call(getAudioCaptcha, input, { signal }),
    enabled: spoken,
    ...KEPT,
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
