/** The picture or the slider, and above it, where it is seen and reached first, the link to the other of the two. */
import { useId } from 'react';
import { captchaText } from '../../platform/messages/zh-cn/captcha.ts';
import { signInText } from '../../platform/messages/zh-cn/sign-in.ts';
import { CaptchaField } from './captcha-field.tsx';
import { PanelLink } from './panel-link.tsx';
import styles from './sign-in.module.css';
import type { SignInMode } from './sign-in-mode.ts';
import { SliderCaptcha } from './slider-captcha.tsx';
import type { HumanCheck } from './use-human-check.ts';
import type { SignInFields } from './use-sign-in-form.ts';

interface HumanCheckFieldProps {
  readonly fields: SignInFields;
  readonly check: HumanCheck;
  readonly mode: SignInMode;
}

export const HumanCheckField = ({ fields, check, mode }: HumanCheckFieldProps) => {
  const id = useId();
  const { way, slider, sliderError } = check;
  return (
    <div className={styles.block}>
      <PanelLink mode={mode} className={styles.corner} onFollow={check.changeWay}>
        {way === 'picture' ? signInText.bySlider : signInText.byPicture}
      </PanelLink>
      {way === 'picture' ? (
        <CaptchaField field={fields.register('captchaTxt')} error={fields.formState.errors.captchaTxt?.message} captcha={check.captcha} />
      ) : (
        <fieldset className={styles.sliderBlock} aria-describedby={sliderError === undefined ? undefined : id}>
          <legend className={styles.label}>{captchaText.slider}</legend>
          <SliderCaptcha slider={slider} onSolved={check.keepSliderAnswer} />
          <p id={id} className={styles.error} role="alert">
            {sliderError}
          </p>
        </fieldset>
      )}
    </div>
  );
};
