/** The captcha of the sign-in panel: an image or a slider. A solution is valid for one call, right or wrong. */
import { useState } from 'react';
import { accountText } from '../../platform/messages/zh-cn/account.ts';
import { signInText } from '../../platform/messages/zh-cn/sign-in.ts';
import { type Captcha, useCaptcha } from './use-captcha.ts';
import type { SignInFields } from './use-sign-in-form.ts';
import { type SliderCaptchaState, useSliderCaptcha } from './use-slider-captcha.ts';

export type HumanProof =
  | { readonly method: 'picture'; readonly captchaTxt: string; readonly captchaKey: string }
  | { readonly method: 'slider'; readonly captcha: string };

export interface HumanCheck {
  readonly method: HumanProof['method'];
  readonly captcha: Captcha;
  readonly slider: SliderCaptchaState;
  /** Error message for a form that was submitted before the slider was solved; undefined otherwise. */
  readonly sliderError: string | undefined;
  readonly saveSliderAnswer: (text: string) => void;
  readonly changeMethod: () => void;
  /** Returns the solution to send with a call; if there is none, shows an error at the field and returns undefined. */
  readonly take: () => HumanProof | undefined;
  /** Call this function after each call with a solution: it loads another captcha, or resets the slider. */
  readonly renew: (failure?: unknown) => void;
}

export const useHumanCheck = (fields: SignInFields): HumanCheck => {
  const captcha = useCaptcha();
  const slider = useSliderCaptcha();
  const [method, setMethod] = useState<HumanProof['method']>('picture');
  const [solved, setSolved] = useState<{ turn: number; text: string }>();
  const [sliderError, setSliderError] = useState<string>();

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
  return {
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
    take: method === 'picture' ? takePicture : takeSlider,
    renew: method === 'picture' ? renewPicture : renewSlider,
  };
};
