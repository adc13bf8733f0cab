/**
 * Requests an SMS code, after a captcha or slider, or without one for a password reset. Counts down the time until the next code can be
 * requested.
 */
import { LIMITS, maskPhone, type SmsType, sendResetCode, sendSmsCode, sendSmsCodeAfterSlider } from '@shufang/contract';
import { useMutation } from '@tanstack/react-query';
import { isRefusal } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/client.ts';
import { signInText } from '../../platform/messages/zh-cn/sign-in.ts';
import { useResendCountdown } from '../../platform/session/use-resend-countdown.ts';
import { showFailure } from './field-errors.ts';
import { phoneMeantBy } from './remembered-phone.ts';
import type { CodeField } from './sign-in-draft.ts';
import type { HumanCheck, HumanProof } from './use-human-check.ts';
import type { ShowRefusal } from './use-refusal-alert.tsx';
import type { SignInFields } from './use-sign-in-form.ts';

/** The form field for the SMS code of each purpose. A code is valid for one purpose only. */
export const codeFieldOf: Record<SmsType, CodeField> = { login: 'loginCode', binding: 'bindingCode', resetPassword: 'resetCode' };

export interface CodeSending {
  readonly seconds: number;
  readonly isSending: boolean;
  /** The masked phone number to which the last code requested in this form was sent. */
  readonly sentTo: string | undefined;
  /** Validates the phone number and the captcha, shows errors at the fields, and requests the SMS code. */
  readonly onSend: () => void;
}

interface SendCodeInput {
  readonly tel: string;
  readonly proof: HumanProof | undefined;
}

/** Returns the seconds to wait, parsed from the server's error message, because the response contains them nowhere else. */
const secondsIn = (message: string): number => Number(/\d+/.exec(message)?.[0] ?? LIMITS.smsResendMs / 1000);

export const useSendCode = (fields: SignInFields, check: HumanCheck, type: SmsType, showRefusal: ShowRefusal): CodeSending => {
  const code = codeFieldOf[type];
  const countdown = useResendCountdown(phoneMeantBy(fields.values.tel));
  const { mutate, isPending, isSuccess, variables } = useMutation({
    meta: { claims: true },
    mutationFn: ({ tel, proof }: SendCodeInput) => {
      if (proof === undefined) return call(sendResetCode, { tel, type: 'resetPassword' });
      if (proof.method === 'slider') return call(sendSmsCodeAfterSlider, { tel, type, captcha: proof.captcha });
      return call(sendSmsCode, { tel, type, captchaTxt: proof.captchaTxt, captchaKey: proof.captchaKey });
    },
    onSuccess: ({ resendAt }, { tel, proof }) => {
      countdown.begin(resendAt, tel);
      fields.clearErrors('captchaTxt', code);
      if (proof) check.pass();
      fields.setFocus(code);
    },
    onError: (error, { tel, proof }) => {
      if (isRefusal(error, 'account.smsTooSoon')) countdown.begin(Date.now() + secondsIn(error.message) * 1000, tel);
      if (proof) check.renew(error);
      const showReason = (): void => showFailure(fields, error, { smsCode: code });
      if (proof?.method === 'slider') showRefusal(error, showReason);
      else showReason();
    },
  });
  const sendIfComplete = (): void => {
    const telIsValid = fields.validateField('tel');
    const proof = type === 'resetPassword' ? undefined : check.take();
    if (!telIsValid) return;
    if (type === 'resetPassword' || proof !== undefined) mutate({ tel: phoneMeantBy(fields.getValues().tel), proof });
    else if (check.method === 'picture') fields.setFocus('captchaTxt');
  };
  return {
    seconds: countdown.seconds,
    isSending: isPending,
    sentTo: isSuccess && countdown.seconds > 0 ? maskPhone(variables.tel) : undefined,
    onSend: () => {
      if (countdown.seconds === 0) return sendIfComplete();
      fields.setError(code, { type: 'account.smsTooSoon', message: signInText.retryIn(countdown.seconds) });
      fields.setFocus(code);
    },
  };
};
