/** Our slider puzzle: an image with a gap and a piece moved by pointer, touch or keys. */
import { getSlider, type LocalSliderAnswer } from '@shufang/contract';
import { IconArrowRight, IconRefresh } from '@shufang/icons';
import { Column, IconButton, Row, Stack, Text, TextButton } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { isRefusal } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/client.ts';
import { captchaText } from '../../platform/messages/zh-cn/captcha.ts';
import styles from './slider-field.module.css';
import type { SliderProps } from './slider-props.ts';
import { useSlider } from './use-slider.ts';

/** Size of the empty puzzle that is shown until a puzzle is loaded (specification.md §2). */
const EMPTY = { key: undefined, width: 320, height: 40, pieceWidth: 48, img: undefined, piece: undefined };

const percent = (part: number, whole: number): string => `${(part / whole) * 100}%`;

export const SliderField = ({ turn, onSolved, onRestart, onLoadFailure }: SliderProps) => {
  const id = useId();
  const [attempt, setAttempt] = useState(() => Date.now());
  const { data, error, isError, isFetching, refetch } = useQuery({
    queryKey: ['slider', attempt, turn],
    queryFn: async ({ signal }) => {
      try {
        return await call(getSlider, { refresh: `${attempt}-${turn}` }, { signal });
      } catch (error) {
        if (!signal.aborted && !isRefusal(error, 'account.sliderPaused')) onLoadFailure();
        throw error;
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    meta: { claims: true },
  });
  const { key, width, height, pieceWidth } = data ?? EMPTY;
  // The solution of the first puzzle. The server may send two puzzles; the user solves the first before the second is shown.
  const [startPosition, setStartPosition] = useState<{ key: string; x: number }>();
  const isSecond = data?.second !== undefined && startPosition?.key === data.key;
  const { img, piece } = (isSecond ? data.second : data) ?? EMPTY;
  const max = width - pieceWidth;
  const { x, moving, given, handlers } = useSlider({ puzzle: isSecond ? `${key} 2` : key, width, max }, (moved) => {
    if (key === undefined) return;
    if (data?.second !== undefined && !isSecond) {
      setStartPosition({ key, x: moved });
      return;
    }
    const answer: LocalSliderAnswer = isSecond ? { key, x: startPosition.x, second: moved } : { key, x: moved };
    onSolved(JSON.stringify(answer));
  });
  const handleAnother = (): void => {
    setAttempt(Date.now());
    onRestart();
  };
  const hint = isSecond ? captchaText.sliderOnceMore : captchaText.sliderHint;
  const status = given ? captchaText.sliderGiven : isSecond ? captchaText.sliderOnceMore : data || isError ? '' : captchaText.sliderLoading;
  return (
    <div className={styles.slider} data-moving={moving || undefined} data-given={given || undefined}>
      <div className={styles.stage}>
        <div className={styles.picture} style={{ aspectRatio: `${width} / ${height}` }}>
          {img ? <img src={img} alt="" draggable={false} /> : null}
        </div>
        <Stack placeItems="center" size={13} tone="faint" marginTop={6} className={styles.track} id={`${id}-hint`}>
          <span className={styles.done} style={{ width: percent(x, width) }} />
          {isRefusal(error, 'account.sliderPaused') ? (
            <span className={styles.paused}>{error.message}</span>
          ) : isError ? (
            <TextButton type="button" size="inherit" underline className={styles.again} onClick={() => void refetch()}>
              {captchaText.tryAgain}
            </TextButton>
          ) : (
            <span className={styles.hint}>{given ? captchaText.sliderGiven : hint}</span>
          )}
        </Stack>
        {data ? (
          <Column
            justify="between"
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
            <Stack as="span" placeItems="center" tone="ink" className={styles.handle}>
              <IconArrowRight size={20} aria-hidden />
            </Stack>
          </Column>
        ) : null}
      </div>
      <Row gap={8} align="center" justify="between">
        <Text id={`${id}-keys`} as="p" size={12} tone="faint">
          {captchaText.sliderKeys}
        </Text>
        <IconButton name={captchaText.sliderAnother} onClick={handleAnother} disabled={isFetching}>
          <IconRefresh size={18} stroke={1.75} aria-hidden />
        </IconButton>
      </Row>
      <p className="visually-hidden" role="status">
        {status}
      </p>
    </div>
  );
};
