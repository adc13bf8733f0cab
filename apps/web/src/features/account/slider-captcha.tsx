/**
 * The slider of a form: Aliyun's if the server enables it and its script can be loaded, otherwise our own puzzle.
 *
 * `slider`: `useSliderCaptcha()` of the form. Call `slider.restart()` after a successful call with the solution, and
 * `slider.handleFailure(error)` after a failed one. `slider.turn` changes with every new puzzle and invalidates earlier solutions.
 * `onSolved` receives the value of `captcha`, which is valid for one call and about five minutes; the puzzle is then locked. This component
 * also shows the alerts of a failed load and of a rejected solution.
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
  // After a call with a solution, the server may have detected that Aliyun is not available, so the sign-in options are fetched again.
  useEffect(() => {
    if (turn > 0) void queryClient.invalidateQueries({ queryKey: signInOptionsQuery().queryKey });
  }, [turn, queryClient]);
  const handleAliyunFailure = (): void => {
    setAlerting(true);
    setWithoutAliyun(true);
  };
  const common = { turn, onSolved, onRestart: slider.restart };
  const settings = data?.slider;
  return (
    <>
      {isPending ? (
        <div className={styles.waiting} />
      ) : settings?.provider === 'aliyun' && !withoutAliyun ? (
        <AliyunSlider {...common} names={settings} onLoadFailure={handleAliyunFailure} />
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
