/** Our own slider puzzle: the picture, and the piece that belongs into its gap, moved by pointer, touch or keys. */
import { getSlider, type LocalSliderAnswer } from '@shufang/contract';
import { IconButton } from '@shufang/ui';
import { IconArrowRight, IconCheck, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { call } from '../../platform/api/client.ts';
import { captchaText } from '../../platform/messages/zh-cn/captcha.ts';
import styles from './slider-field.module.css';
import type { SliderProps } from './slider-props.ts';
import { useSlider } from './use-slider.ts';

/** The size until a puzzle says its own (product spec, section 2). */
const EMPTY = { key: undefined, width: 320, height: 40, pieceWidth: 48, img: undefined, piece: undefined };

const percent = (part: number, whole: number): string => `${(part / whole) * 100}%`;

export const SliderField = ({ turn, onSolved, onRestart, onLoadFailure }: SliderProps) => {
  const id = useId();
  const [attempt, setAttempt] = useState(() => Date.now());
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['slider', attempt, turn],
    queryFn: async ({ signal }) => {
      try {
        return await call(getSlider, { refresh: `${attempt}-${turn}` }, { signal });
      } catch (error) {
        if (!signal.aborted) onLoadFailure();
        throw error;
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    meta: { claims: true },
  });
  const { key, width, height, pieceWidth, img, piece } = data ?? EMPTY;
  const max = width - pieceWidth;
  const { x, moving, given, handlers } = useSlider({ puzzle: key, width, max }, (moved) => {
    if (key !== undefined) onSolved(JSON.stringify({ key, x: moved } satisfies LocalSliderAnswer));
  });
  const handleAnother = (): void => {
    setAttempt(Date.now());
    onRestart();
  };
  const status = given ? captchaText.sliderGiven : data || isError ? '' : captchaText.sliderLoading;
  return (
    <div className={styles.slider} data-moving={moving || undefined} data-given={given || undefined}>
      <div className={styles.stage}>
        <div className={styles.picture} style={{ aspectRatio: `${width} / ${height}` }}>
          {img ? <img src={img} alt="" draggable={false} /> : null}
        </div>
        <div className={styles.track} id={`${id}-hint`}>
          <span className={styles.done} style={{ width: percent(x, width) }} />
          {isError ? (
            <button type="button" className={styles.again} onClick={() => void refetch()}>
              {captchaText.tryAgain}
            </button>
          ) : (
            <span className={styles.hint}>{given ? captchaText.sliderGiven : captchaText.sliderHint}</span>
          )}
        </div>
        {data ? (
          <div
            className={styles.mover}
            style={{ left: percent(x, width), width: percent(pieceWidth, width) }}
            role="slider"
            tabIndex={0}
            aria-label={captchaText.slider}
            aria-describedby={`${id}-keys`}
            aria-orientation="horizontal"
            aria-valuemin={0}
            aria-valuemax={max}
            aria-valuenow={x}
            aria-valuetext={given ? captchaText.sliderGiven : captchaText.sliderAt(x, max)}
            aria-disabled={given}
            {...handlers}
          >
            <span className={styles.piece} style={{ aspectRatio: `${pieceWidth} / ${height}` }}>
              {piece ? <img src={piece} alt="" draggable={false} /> : null}
            </span>
            <span className={styles.handle}>{given ? <IconCheck size={20} aria-hidden /> : <IconArrowRight size={20} aria-hidden />}</span>
          </div>
        ) : null}
      </div>
      <div className={styles.foot}>
        <p id={`${id}-keys`} className={styles.keys}>
          {captchaText.sliderKeys}
        </p>
        <IconButton name={captchaText.sliderAnother} onClick={handleAnother} disabled={isFetching}>
          <IconRefresh size={18} stroke={1.75} aria-hidden />
        </IconButton>
      </div>
      <p className="visually-hidden" role="status">
        {status}
      </p>
    </div>
  );
};
