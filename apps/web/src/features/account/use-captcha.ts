import { getCaptcha } from '@shufang/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../platform/api/client.ts';

export interface Captcha {
  /** PNG data address; absent while loading and after a failure. */
  readonly image: string | undefined;
  readonly key: string | undefined;
  readonly failed: boolean;
  /** Fetches another picture; the old key is worthless after one use, right or wrong. */
  readonly refresh: () => void;
}

/** The image captcha of one form. */
export const useCaptcha = (): Captcha => {
  const [turn, setTurn] = useState(() => Date.now());
  const { data, isError } = useQuery({
    queryKey: ['captcha', turn],
    queryFn: ({ signal }) => call(getCaptcha, { refresh: String(turn) }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return { image: data?.img, key: data?.key, failed: isError, refresh: () => setTurn((last) => Math.max(Date.now(), last + 1)) };
};
