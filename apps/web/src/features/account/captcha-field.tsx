/** The captcha: an image with characters that can be refreshed, or spoken digits for users who cannot see it. */
import { IconRefresh, IconVolume } from '@shufang/icons';
import { Cluster, Grid, Row, TextButton, TextField } from '@shufang/ui';
import { useEffect, useRef } from 'react';
import type { RegisteredField } from '../../platform/forms/use-form.ts';
import { accountText } from '../../platform/messages/zh-cn/account.ts';
import { captchaText } from '../../platform/messages/zh-cn/captcha.ts';
import captchaStyles from './captcha-field.module.css';
import styles from './sign-in.module.css';
import type { Captcha } from './use-captcha.ts';

interface CaptchaFieldProps {
  readonly field: RegisteredField;
  readonly error: string | undefined;
  readonly captcha: Captcha;
}

/** Ignores that the browser blocked autoplay: the user can play the audio with the button. */
const ignoreRefusedPlayback = (): void => undefined;

/** Plays `audio` when it is loaded. Returns a function that replays it. */
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
      <Grid gap={8} align="start" className={styles.withSide}>
        <TextField
          variant="prominent"
          className={styles.field}
          {...field}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={16}
          label={accountText.captcha}
          placeholder={captcha.spoken ? captchaText.spokenPlaceholder : accountText.captchaPlaceholder}
          inputMode={captcha.spoken ? 'numeric' : 'text'}
          error={error}
        />
        {captcha.spoken ? (
          <button type="button" className={styles.picture} onClick={captcha.failed ? captcha.refresh : playAgain}>
            <Row as="span" gap={6} align="center" inline size={13} tone="soft">
              <IconVolume size={18} stroke={1.75} aria-hidden />
              {captcha.failed ? captchaText.tryAgain : captchaText.playAgain}
            </Row>
          </button>
        ) : (
          <button
            type="button"
            className={styles.picture}
            aria-label={captcha.failed ? accountText.refreshFailedCaptcha : accountText.refreshCaptcha}
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
      </Grid>
      <Cluster as="p" gap={[4, 16]} marginTop={4}>
        {captcha.spoken ? (
          <>
            <TextButton type="button" flush size={13} tone="faint" underline className={captchaStyles.way} onClick={captcha.look}>
              {captchaText.look}
            </TextButton>
            <TextButton type="button" flush size={13} tone="faint" underline className={captchaStyles.way} onClick={captcha.refresh}>
              {captchaText.otherDigits}
            </TextButton>
          </>
        ) : (
          <TextButton type="button" flush size={13} tone="faint" underline className={captchaStyles.way} onClick={captcha.listen}>
            {captchaText.listen}
          </TextButton>
        )}
        <span role="status" className="visually-hidden">
          {captcha.spoken ? captchaText.spokenStatus(captcha.audio !== undefined) : ''}
        </span>
      </Cluster>
    </div>
  );
};
