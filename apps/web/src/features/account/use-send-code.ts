/** Asks for an SMS code: after a picture or a slider, or without for a forgotten password. Keeps the wait until the next one. */
import { LIMITS, maskPhone, type SmsType, sendResetCode, sendSmsCode, sendSmsCodeAfterSlider } from '@shufang/contract';
import { useMutation } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { isRefusal } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/client.ts';
import { signInText } from '../../platform/messages/zh-cn/sign-in.ts';
import { useResendCountdown } from '../../platform/session/use-resend-countdown.ts';
import { showAtField } from './field-errors.ts';
import { phoneMeantBy } from './remembered-phone.ts';
import type { CodeField } from './sign-in-draft.ts';
import type { HumanCheck, HumanProof } from './use-human-check.ts';
import type { SignInFields } from './use-sign-in-form.ts';

/** A code is good for one purpose, so each has a field of its own. */
export const codeFieldOf: Record<SmsType, CodeField> = { login: 'loginCode', binding: 'bindingCode', resetPassword: 'resetCode' };

export interface CodeSending {
  readonly seconds: number;
  readonly isSending: boolean;
  /** The number the last code of this form went to, masked. */
  readonly sentTo: string | undefined;
  /** Checks phone and proof, tells at the field what is missing, and sends. */
  readonly onSend: () => void;
}

interface Wish {
  readonly tel: string;
  readonly proof: HumanProof | undefined;
}

/** The wait a refusal tells of, in its sentence and nowhere else. */
const secondsIn = (message: string): number => Number(/\d+/.exec(message)?.[0] ?? LIMITS.smsResendMs / 1000);

/** `onRefusedAfterSlider`: the slider was there, but the call behind it was refused (product spec, section 8). */
export const useSendCode = (
  fields: SignInFields,
  check: HumanCheck,
  type: SmsType,
  onRefusedAfterSlider: (error: unknown) => void,
): CodeSending => {
  const code = codeFieldOf[type];
  const typed = useWatch({ control: fields.control, name: 'tel' });
  const countdown = useResendCountdown(phoneMeantBy(typed));
  const { mutate, isPending, isSuccess, variables } = useMutation({
    mutationFn: ({ tel, proof }: Wish) => {
      if (proof === undefined) return call(sendResetCode, { tel, type: 'resetPassword' });
      if (proof.way === 'slider') return call(sendSmsCodeAfterSlider, { tel, type, captcha: proof.captcha });
      return call(sendSmsCode, { tel, type, captchaTxt: proof.captchaTxt, captchaKey: proof.captchaKey });
    },
    onSuccess: ({ resendAt }, { tel, proof }) => {
      countdown.begin(resendAt, tel);
      fields.clearErrors(['captchaTxt', code]);
      if (proof) check.renew();
      fields.setFocus(code);
    },
    onError: (error, { tel, proof }) => {
      if (isRefusal(error, 'account.smsTooSoon')) countdown.begin(Date.now() + secondsIn(error.message) * 1000, tel);
      if (proof) check.renew(error);
      showAtField(fields, error, { smsCode: code });
      if (proof?.way === 'slider') onRefusedAfterSlider(error);
    },
  });
  const sendIfComplete = async (): Promise<void> => {
    const telIsValid = await fields.trigger('tel');
    const proof = type === 'resetPassword' ? undefined : check.take();
    if (!telIsValid) return fields.setFocus('tel');
    if (type === 'resetPassword' || proof !== undefined) mutate({ tel: phoneMeantBy(fields.getValues('tel')), proof });
    else if (check.way === 'picture') fields.setFocus('captchaTxt');
  };
  return {
    seconds: countdown.seconds,
    isSending: isPending,
    sentTo: isSuccess && countdown.seconds > 0 ? maskPhone(variables.tel) : undefined,
    onSend: () => {
      if (countdown.seconds === 0) void sendIfComplete();
      else fields.setError(code, { type: 'account.smsTooSoon', message: signInText.retryIn(countdown.seconds) }, { shouldFocus: true });
    },
  };
};
