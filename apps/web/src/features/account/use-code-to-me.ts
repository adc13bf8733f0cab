/** Sends an SMS code to the phone number of the signed-in user, after a captcha. */
import { sendCodeToMe } from '@shufang/contract';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../platform/api/client.ts';
import { useResendCountdown } from '../../platform/session/use-resend-countdown.ts';
import type { CaptchaProof } from './use-captcha-proof.ts';

interface CodeToMe {
  readonly seconds: number;
  readonly isSending: boolean;
  /** Whether a code was sent and the wait until the next one has not ended. */
  readonly isSent: boolean;
  /** Requests the SMS code. `captchaTxt`: the typed text of the captcha, which is used up by this call. */
  readonly send: (captchaTxt: string) => void;
}

export const useCodeToMe = (
  { captcha, pass }: Pick<CaptchaProof, 'captcha' | 'pass'>,
  on: { readonly sent: () => void; readonly failure: (error: unknown) => void },
): CodeToMe => {
  const countdown = useResendCountdown();
  const { mutate, isPending, isSuccess } = useMutation({
    meta: { claims: true },
    mutationFn: (captchaTxt: string) => call(sendCodeToMe, { captchaTxt, captchaKey: captcha.key ?? '' }),
    onSuccess: ({ resendAt }) => {
      countdown.begin(resendAt);
      pass();
      on.sent();
    },
    onError: on.failure,
    onSettled: captcha.refresh,
  });
  return { seconds: countdown.seconds, isSending: isPending, isSent: isSuccess && countdown.seconds > 0, send: mutate };
};
