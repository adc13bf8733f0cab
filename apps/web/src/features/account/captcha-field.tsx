/** The characters of a picture, and the picture itself, which can be changed for another. */
import { TextInput } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { accountText } from '../../platform/messages/zh-cn/account.ts';
import styles from './sign-in.module.css';
import type { Captcha } from './use-captcha.ts';

interface CaptchaFieldProps {
  readonly field: UseFormRegisterReturn;
  readonly error: string | undefined;
  readonly captcha: Captcha;
}

export const CaptchaField = ({ field, error, captcha }: CaptchaFieldProps) => (
  <div className={styles.withSide}>
    <TextInput
      className={styles.field ?? ''}
      {...field}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={16}
      size="md"
      label={accountText.captcha}
      placeholder={accountText.captchaPlaceholder}
      error={error}
    />
    <button
      type="button"
      className={styles.picture}
      aria-label={accountText.refreshCaptcha}
      title={accountText.refreshCaptcha}
      onClick={captcha.refresh}
    >
      {captcha.image ? (
        <img src={captcha.image} alt={accountText.captchaPicture} />
      ) : (
        <span>{captcha.failed ? accountText.captchaFailed : ''}</span>
      )}
      <IconRefresh className={styles.refresh} size={14} stroke={2} aria-hidden />
    </button>
  </div>
);
