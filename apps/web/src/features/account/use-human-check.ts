/** The proof that a person is there: characters of a picture, or a slider. One for the whole panel; each is good for one call, right or wrong. */
import { useState } from 'react';
import { isRefusal } from '../../platform/api/api-error.ts';
import { accountText } from '../../platform/messages/zh-cn/account.ts';
import { signInText } from '../../platform/messages/zh-cn/sign-in.ts';
import { type Captcha, useCaptcha } from './use-captcha.ts';
import type { SignInFields } from './use-sign-in-form.ts';
import { type SliderCaptchaState, useSliderCaptcha } from './use-slider-captcha.ts';

export type HumanProof =
  | { readonly way: 'picture'; readonly captchaTxt: string; readonly captchaKey: string }
  | { readonly way: 'slider'; readonly captcha: string };

export interface HumanCheck {
  readonly way: HumanProof['way'];
  readonly captcha: Captcha;
  readonly slider: SliderCaptchaState;
  /** What is missing or wrong at the slider. */
  readonly sliderError: string | undefined;
  readonly keepSliderAnswer: (answer: string) => void;
  readonly changeWay: () => void;
  /** What to send; undefined when there is nothing yet, which is then told at the field. */
  readonly take: () => HumanProof | undefined;
  /** After a call: another picture, or the slider from the start. */
  readonly renew: (failure?: unknown) => void;
}

export const useHumanCheck = (fields: SignInFields): HumanCheck => {
  const captcha = useCaptcha();
  const slider = useSliderCaptcha();
  const [way, setWay] = useState<HumanProof['way']>('picture');
  const [solved, setSolved] = useState<{ turn: number; answer: string }>();
  const [sliderError, setSliderError] = useState<string>();

  const takePicture = (): HumanProof | undefined => {
    const text = fields.getValues('captchaTxt').trim();
    if (text !== '' && captcha.key !== undefined) return { way: 'picture', captchaTxt: text, captchaKey: captcha.key };
    fields.setError('captchaTxt', { type: 'missing', message: text === '' ? accountText.needCaptcha : signInText.pictureMissing });
    return undefined;
  };
  const takeSlider = (): HumanProof | undefined => {
    if (solved?.turn === slider.turn) return { way: 'slider', captcha: solved.answer };
    setSliderError(signInText.sliderFirst);
    return undefined;
  };
  const renewPicture = (): void => {
    captcha.refresh();
    fields.setValue('captchaTxt', '');
  };
  const renewSlider = (failure: unknown): void => {
    setSliderError(isRefusal(failure, 'account.sliderWrong') ? failure.message : undefined);
    if (failure === undefined) slider.restart();
    else slider.handleFailure(failure);
  };
  return {
    way,
    captcha,
    slider,
    sliderError,
    keepSliderAnswer: (answer) => {
      setSolved({ turn: slider.turn, answer });
      setSliderError(undefined);
    },
    changeWay: () => {
      if (way === 'slider') slider.restart();
      setWay(way === 'picture' ? 'slider' : 'picture');
      setSliderError(undefined);
      fields.clearErrors('captchaTxt');
    },
    take: way === 'picture' ? takePicture : takeSlider,
    renew: way === 'picture' ? renewPicture : renewSlider,
  };
};
