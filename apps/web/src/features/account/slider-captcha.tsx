/**
 * The slider a form puts beside its fields: Aliyun's where the server says so, ours otherwise and whenever Aliyun's cannot be loaded.
 *
 * `slider`: `useSliderCaptcha()` of the form. Call `slider.restart()` after a call that took the answer along and succeeded, and
 * `slider.handleFailure(error)` after one that failed. `slider.turn` changes with every new puzzle: an answer of another turn is void.
 * `onSolved`: hears what to send as `captcha`, good for one call and about five minutes. The puzzle then stands still.
 * The alerts of a failed load and of a refused answer are shown here.
 */
import { AlertDialog } from '@shufang/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { captchaText } from '../../platform/messages/zh-cn/captcha.ts';
import { shellText } from '../../platform/messages/zh-cn/shell.ts';
import { AliyunSlider } from './aliyun-slider.tsx';
import { signInOptionsQuery } from './queries.ts';
import styles from './slider-field.module.css';
import { SliderField } from './slider-field.tsx';
import type { SliderCaptchaState } from './use-slider-captcha.ts';

interface SliderCaptchaProps {
  readonly slider: SliderCaptchaState;
  readonly onSolved: (captcha: string) => void;
}

export const SliderCaptcha = ({ slider, onSolved }: SliderCaptchaProps) => {
  const { turn } = slider;
  const queryClient = useQueryClient();
  const { data, isPending } = useQuery(signInOptionsQuery());
  const [alerting, setAlerting] = useState(false);
  const [withoutAliyun, setWithoutAliyun] = useState(false);
  // A call was made: the server may have found meanwhile that Aliyun does not answer.
  useEffect(() => {
    if (turn > 0) void queryClient.invalidateQueries({ queryKey: signInOptionsQuery().queryKey });
  }, [turn, queryClient]);
  const handleAliyunFailure = (): void => {
    setAlerting(true);
    setWithoutAliyun(true);
  };
  const common = { turn, onSolved, onRestart: slider.restart };
  const place = data?.slider;
  return (
    <>
      {isPending ? (
        <div className={styles.waiting} />
      ) : place?.provider === 'aliyun' && !withoutAliyun ? (
        <AliyunSlider {...common} names={place} onLoadFailure={handleAliyunFailure} />
      ) : (
        <SliderField {...common} onLoadFailure={() => setAlerting(true)} />
      )}
      {alerting ? (
        <AlertDialog title={shellText.errorTitle} confirmLabel={shellText.confirm} onConfirm={() => setAlerting(false)}>
          {captchaText.sliderFailed}
        </AlertDialog>
      ) : slider.refused ? (
        <AlertDialog title={shellText.errorTitle} confirmLabel={shellText.confirm} onConfirm={slider.acknowledge}>
          {captchaText.sliderRefused}
        </AlertDialog>
      ) : null}
    </>
  );
};
