/** The characters of a picture, and the picture itself, which can be changed for another; or spoken digits, for who cannot see it. */
import { TextInput } from '@mantine/core';
import { IconRefresh, IconVolume } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { accountText } from '../../platform/messages/zh-cn/account.ts';
import { captchaText } from '../../platform/messages/zh-cn/captcha.ts';
import captchaStyles from './captcha-field.module.css';
import styles from './sign-in.module.css';
import type { Captcha } from './use-captcha.ts';

interface CaptchaFieldProps {
  readonly field: UseFormRegisterReturn;
  readonly error: string | undefined;
  readonly captcha: Captcha;
}

/** A browser may refuse to begin by itself; the button plays it then. */
const ignoreRefusedPlayback = (): void => undefined;

/** Plays `audio` when it arrives; answers how to hear it again. */
const usePlayed = (audio: string | undefined): (() => void) => {
  const player = useRef<HTMLAudioElement>(undefined);
  useEffect(() => {
    if (audio === undefined) return;
    const sound = new Audio(audio);
    player.current = sound;
    sound.play().catch(ignoreRefusedPlayback);
    return () => sound.pause();
  }, [audio]);
  return () => {
    if (player.current === undefined) return;
    player.current.currentTime = 0;
    player.current.play().catch(ignoreRefusedPlayback);
  };
};

export const CaptchaField = ({ field, error, captcha }: CaptchaFieldProps) => {
  const playAgain = usePlayed(captcha.audio);
  return (
    <div>
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
          placeholder={captcha.spoken ? captchaText.spokenPlaceholder : accountText.captchaPlaceholder}
          inputMode={captcha.spoken ? 'numeric' : 'text'}
          error={error}
        />
        {captcha.spoken ? (
          <button type="button" className={styles.picture} onClick={captcha.failed ? captcha.refresh : playAgain}>
            <span className={captchaStyles.play}>
              <IconVolume size={18} stroke={1.75} aria-hidden />
              {captcha.failed ? captchaText.tryAgain : captchaText.playAgain}
            </span>
          </button>
        ) : (
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
        )}
      </div>
      <p className={captchaStyles.ways}>
        {captcha.spoken ? (
          <>
            <button type="button" className={captchaStyles.way} onClick={captcha.look}>
              {captchaText.look}
            </button>
            <button type="button" className={captchaStyles.way} onClick={captcha.refresh}>
              {captchaText.otherDigits}
            </button>
          </>
        ) : (
          <button type="button" className={captchaStyles.way} onClick={captcha.listen}>
            {captchaText.listen}
          </button>
        )}
        <span role="status" className="visually-hidden">
          {captcha.spoken ? captchaText.spokenStatus(captcha.audio !== undefined) : ''}
        </span>
      </p>
    </div>
  );
};
