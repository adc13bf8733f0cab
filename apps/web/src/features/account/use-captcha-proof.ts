/** The captcha of a form whose user is signed in. After a call that accepted the solution, the form shows that it was accepted. */
import { useState } from 'react';
import { flushSync } from 'react-dom';
import type { Form } from '../../platform/forms/use-form.ts';
import { accountText } from '../../platform/messages/zh-cn/account.ts';
import { signInText } from '../../platform/messages/zh-cn/sign-in.ts';
import { type Captcha, useCaptcha } from './use-captcha.ts';

type CaptchaForm = Pick<Form<{ captchaTxt: string }>, 'getValues' | 'setValue' | 'setError' | 'setFocus' | 'clearErrors'>;

export interface CaptchaProof {
  readonly captcha: Captcha;
  /** Whether the last solution was accepted. It stays so until another one is required. */
  readonly isPassed: boolean;
  /** Call this function after a call that accepted the solution. */
  readonly pass: () => void;
  /** Requires another solution. */
  readonly restart: () => void;
  /** Returns and clears the typed text; if there is none, or the last solution is used up, shows an error at the field and returns undefined. */
  readonly take: () => string | undefined;
}

export const useCaptchaProof = (fields: CaptchaForm): CaptchaProof => {
  const captcha = useCaptcha();
  const [isPassed, setPassed] = useState(false);
  const refuse = (message: string): undefined => {
    fields.setError('captchaTxt', { message });
    fields.setFocus('captchaTxt');
    return undefined;
  };
  return {
    captcha,
    isPassed,
    pass: () => setPassed(true),
    restart: () => {
      fields.clearErrors('captchaTxt');
      fields.setValue('captchaTxt', '');
      setPassed(false);
      captcha.refresh();
    },
    take: () => {
      if (isPassed) {
        // The field is rendered at once, so that it can receive the focus.
        flushSync(() => setPassed(false));
        return refuse(signInText.checkAgain);
      }
      const text = fields.getValues().captchaTxt.trim();
      if (text === '') return refuse(accountText.needCaptcha);
      fields.clearErrors('captchaTxt');
      fields.setValue('captchaTxt', '');
      return text;
    },
  };
};
