/** The stars of a rating, as a picture and as an input. */
import { IconStar, IconStarFilled } from '@shufang/icons';
import { RadioOption, Row, Text } from '@shufang/ui';
import { useId, useState } from 'react';
import { starsText as text } from '../../platform/messages/zh-cn/stars.ts';
import styles from './ratings.module.css';

const FIVE = [1, 2, 3, 4, 5];

export const StarLine = ({ stars, size = 15 }: { stars: number; size?: number }) => (
  <span className={styles.starLine} role="img" aria-label={text.stars(stars)}>
    {FIVE.map((n) =>
      n <= Math.round(stars) ? (
        <IconStarFilled key={n} size={size} aria-hidden />
      ) : (
        <IconStar key={n} size={size} stroke={1.5} aria-hidden />
      ),
    )}
  </span>
);

interface StarChoiceProps {
  readonly value: number | undefined;
  readonly errorText: string | undefined;
  readonly onChange: (stars: number) => void;
}

export const StarChoice = ({ value, errorText, onChange }: StarChoiceProps) => {
  const id = useId();
  const [pointed, setPointed] = useState<number>();
  const shown = pointed ?? value ?? 0;
  return (
    <fieldset className={styles.choice} aria-describedby={errorText === undefined ? undefined : `${id}-fault`}>
      <legend>{text.chooseStars}</legend>
      <Row align="center" className={styles.stars} onPointerLeave={() => setPointed(undefined)}>
        {FIVE.map((n) => (
          <RadioOption
            key={n}
            look="segment"
            className={styles.star}
            data-on={n <= shown || undefined}
            onPointerEnter={() => setPointed(n)}
            name={id}
            value={n}
            checked={n === value}
            aria-label={`${text.stars(n)} ${text.starNames[n - 1] ?? ''}`}
            onChange={() => onChange(n)}
          >
            {n <= shown ? <IconStarFilled size={26} aria-hidden /> : <IconStar size={26} stroke={1.4} aria-hidden />}
          </RadioOption>
        ))}
        <Text size={14} tone="soft" className={styles.starName} aria-hidden>
          {shown === 0 ? '' : text.starNames[shown - 1]}
        </Text>
      </Row>
      {errorText === undefined ? null : (
        <Text id={`${id}-fault`} as="p" size={13} tone="accent" role="alert">
          {errorText}
        </Text>
      )}
    </fieldset>
  );
};
