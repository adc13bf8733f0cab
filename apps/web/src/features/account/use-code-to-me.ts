/** Sends a code to the person's own number after a picture. */
import { sendCodeToMe } from '@shufang/contract';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../platform/api/client.ts';
import { useResendCountdown } from '../../platform/session/use-resend-countdown.ts';
import type { Captcha } from './use-captcha.ts';

interface CodeToMe {
  readonly seconds: number;
  readonly isSending: boolean;
  /** True while the last code is fresh. */
  readonly isSent: boolean;
  /** `captchaTxt`: what the person reads in the picture, which is used up. */
  readonly send: (captchaTxt: string) => void;
}

export const useCodeToMe = (captcha: Captcha, on: { readonly sent: () => void; readonly failure: (error: unknown) => void }): CodeToMe => {
  const countdown = useResendCountdown();
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: (captchaTxt: string) => call(sendCodeToMe, { captchaTxt, captchaKey: captcha.key ?? '' }),
    onSuccess: ({ resendAt }) => {
      countdown.begin(resendAt);
      on.sent();
    },
    onError: on.failure,
    onSettled: captcha.refresh,
  });
  return { seconds: countdown.seconds, isSending: isPending, isSent: isSuccess && countdown.seconds > 0, send: mutate };
};
