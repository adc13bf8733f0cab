/** Aliyun's slider captcha, used instead of our own slider puzzle. Our server verifies its result with Aliyun's server. */
import { useEffect, useEffectEvent, useId, useRef } from 'react';
import { captchaText } from '../../platform/messages/zh-cn/captcha.ts';
import { type AliyunCaptchaInstance, type AliyunNames, loadAliyunCaptcha } from './load-aliyun-captcha.ts';
import styles from './slider-field.module.css';
import type { SliderProps } from './slider-props.ts';

/** Size of the slider in CSS pixels (specification.md §2); smaller on a narrow phone. */
const SIZE = { width: 320, height: 40 };

export const AliyunSlider = ({ names, turn, onSolved, onLoadFailure }: SliderProps & { readonly names: AliyunNames }) => {
  // Aliyun's script uses the id in a CSS selector, so all characters other than letters, digits and underscores are removed.
  const id = `aliyun${useId().replaceAll(/\W/g, '')}`;
  const container = useRef<HTMLDivElement>(null);
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
      const shown = container.current?.clientWidth ?? 0;
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
        // Nothing to do: Aliyun's slider itself shows that the piece was moved to a wrong position, and lets the user try again.
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
    <div className={styles.waiting} ref={container}>
      <div id={id} />
      <button type="button" id={`${id}-button`} aria-label={captchaText.slider} hidden />
    </div>
  );
};
