/** The captcha of the sign-in panel: an image or a slider. A solution is valid for one call, right or wrong. */
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { accountText } from '../../platform/messages/zh-cn/account.ts';
import { signInText } from '../../platform/messages/zh-cn/sign-in.ts';
import { type Captcha, useCaptcha } from './use-captcha.ts';
import type { SignInFields } from './use-sign-in-form.ts';
import { type SliderCaptchaState, useSliderCaptcha } from './use-slider-captcha.ts';

export type HumanProof =
  | { readonly method: 'picture'; readonly captchaTxt: string; readonly captchaKey: string }
  | { readonly method: 'slider'; readonly captcha: string };

export interface HumanCheck {
  /** Whether the last solution was accepted. It stays so until another solution is required, for example for another SMS code. */
  readonly isPassed: boolean;
  /** Call this function after a call that accepted the solution and leaves the form open. */
  readonly pass: () => void;
  readonly method: HumanProof['method'];
  readonly captcha: Captcha;
  readonly slider: SliderCaptchaState;
  /** Error message for a form that was submitted before the slider was solved; undefined otherwise. */
  readonly sliderError: string | undefined;
  readonly saveSliderAnswer: (text: string) => void;
  readonly changeMethod: () => void;
  /** Returns the solution to send with a call; if there is none, shows an error at the field and returns undefined. */
  readonly take: () => HumanProof | undefined;
  /** Call this function after each failed call with a solution: it loads another captcha, or resets the slider. Without an error it also withdraws `isPassed`. */
  readonly renew: (failure?: unknown) => void;
}

export const useHumanCheck = (fields: SignInFields): HumanCheck => {
  const captcha = useCaptcha();
  const slider = useSliderCaptcha();
  const [method, setMethod] = useState<HumanProof['method']>('picture');
  const [solved, setSolved] = useState<{ turn: number; text: string }>();
  const [sliderError, setSliderError] = useState<string>();
  const [isPassed, setPassed] = useState(false);

  const takePicture = (): HumanProof | undefined => {
    const text = fields.getValues().captchaTxt.trim();
    if (text !== '' && captcha.key !== undefined) return { method: 'picture', captchaTxt: text, captchaKey: captcha.key };
    fields.setError('captchaTxt', { type: 'missing', message: text === '' ? accountText.needCaptcha : signInText.pictureMissing });
    return undefined;
  };
  const takeSlider = (): HumanProof | undefined => {
    if (solved?.turn === slider.turn) return { method: 'slider', captcha: solved.text };
    setSliderError(signInText.sliderFirst);
    return undefined;
  };
  const renewPicture = (): void => {
    captcha.refresh();
    fields.setValue('captchaTxt', '');
  };
  const renewSlider = (failure: unknown): void => {
    setSliderError(undefined);
    if (failure === undefined) slider.restart();
    else slider.handleFailure(failure);
  };
  const renew: (failure: unknown) => void = method === 'picture' ? renewPicture : renewSlider;
  /** An accepted solution is used up, so it is replaced by a fresh captcha, which the user has to solve first. */
  const askAgain = (): undefined => {
    // The field is rendered at once, so that the form can move the focus to it.
    flushSync(() => {
      setPassed(false);
      renew(undefined);
    });
    if (method === 'picture') fields.setError('captchaTxt', { type: 'missing', message: signInText.checkAgain });
    else setSliderError(signInText.checkAgain);
    return undefined;
  };
  return {
    isPassed,
    pass: () => {
      fields.setValue('captchaTxt', '');
      setPassed(true);
    },
    method,
    captcha,
    slider,
    sliderError,
    saveSliderAnswer: (text) => {
      setSolved({ turn: slider.turn, text });
      setSliderError(undefined);
    },
    changeMethod: () => {
      if (method === 'slider') slider.restart();
      setMethod(method === 'picture' ? 'slider' : 'picture');
      setSliderError(undefined);
      fields.clearErrors('captchaTxt');
    },
    take: () => {
      if (isPassed) return askAgain();
      return method === 'picture' ? takePicture() : takeSlider();
    },
    renew: (failure) => {
      setPassed(false);
      renew(failure);
    },
  };
};
