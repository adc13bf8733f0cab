/** Aliyun's slider in place of ours. What it gives is checked by Aliyun's server, asked by ours. */
import { useEffect, useEffectEvent, useId, useRef } from 'react';
import { captchaText } from '../../platform/messages/zh-cn/captcha.ts';
import { type AliyunCaptchaInstance, type AliyunNames, loadAliyunCaptcha } from './load-aliyun-captcha.ts';
import styles from './slider-field.module.css';
import type { SliderProps } from './slider-props.ts';

/** The product spec, section 2; on a narrow phone what fits. */
const SIZE = { width: 320, height: 40 };

export const AliyunSlider = ({ names, turn, onSolved, onLoadFailure }: SliderProps & { readonly names: AliyunNames }) => {
  // Selectors of Aliyun's script: React's ids hold characters these do not take.
  const id = `aliyun${useId().replaceAll(/\W/g, '')}`;
  const place = useRef<HTMLDivElement>(null);
  const instance = useRef<AliyunCaptchaInstance>(undefined);
  const { sceneId, prefix, region } = names;
  const handleSolved = useEffectEvent(onSolved);
  const handleFailure = useEffectEvent(onLoadFailure);
  useEffect(() => {
    let gone = false;
    const fail = (): void => {
      if (!gone) handleFailure();
    };
    loadAliyunCaptcha({ sceneId, prefix, region }).then((initAliyunCaptcha) => {
      if (gone) return;
      const shown = place.current?.clientWidth ?? 0;
      initAliyunCaptcha({
        SceneId: sceneId,
        mode: 'embed',
        element: `#${id}`,
        button: `#${id}-button`,
        language: 'cn',
        slideStyle: { ...SIZE, width: shown > 0 ? Math.min(SIZE.width, shown) : SIZE.width },
        success: (captcha) => {
          if (!gone) handleSolved(captcha);
        },
        // A wrong move is told and repeated in the slider itself.
        fail: () => undefined,
        onError: fail,
        getInstance: (made) => {
          instance.current = made;
        },
      });
    }, fail);
    return () => {
      gone = true;
      instance.current?.destroyCaptcha?.();
      instance.current = undefined;
    };
  }, [id, sceneId, prefix, region]);
  useEffect(() => {
    if (turn > 0) instance.current?.refresh?.();
  }, [turn]);
  return (
    <div className={styles.waiting} ref={place}>
      <div id={id} />
      <button type="button" id={`${id}-button`} aria-label={captchaText.slider} hidden />
    </div>
  );
};
