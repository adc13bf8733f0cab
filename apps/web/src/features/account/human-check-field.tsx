/** Field that shows the image captcha or the slider, with a link that switches to the other one. */
import { Block } from '@shufang/ui';
import { useId } from 'react';
import { accountText } from '../../platform/messages/zh-cn/account.ts';
import { captchaText } from '../../platform/messages/zh-cn/captcha.ts';
import { signInText } from '../../platform/messages/zh-cn/sign-in.ts';
import { CaptchaField } from './captcha-field.tsx';
import { PanelLink } from './panel-link.tsx';
import { PassedCheck } from './passed-check.tsx';
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
  const { method, slider, sliderError } = check;
  if (check.isPassed) return <PassedCheck label={method === 'picture' ? accountText.captcha : captchaText.slider} />;
  return (
    <div className={styles.block}>
      <PanelLink mode={mode} className={styles.corner} onFollow={check.changeMethod}>
        {method === 'picture' ? signInText.bySlider : signInText.byPicture}
      </PanelLink>
      {method === 'picture' ? (
        <CaptchaField field={fields.register('captchaTxt')} error={fields.errors.captchaTxt?.message} captcha={check.captcha} />
      ) : (
        <fieldset className={styles.sliderBlock} aria-describedby={sliderError === undefined ? undefined : id}>
          <Block as="legend" block size={14} tone="soft" className={styles.label}>
            {captchaText.slider}
          </Block>
          <SliderCaptcha slider={slider} onSolved={check.saveSliderAnswer} />
          <p id={id} className={styles.error} role="alert">
            {sliderError}
          </p>
        </fieldset>
      )}
    </div>
  );
};
