/** Stars: to look at, and to choose. */
import { IconStar, IconStarFilled } from '@tabler/icons-react';
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
  readonly fault: string | undefined;
  readonly onChange: (stars: number) => void;
}

export const StarChoice = ({ value, fault, onChange }: StarChoiceProps) => {
  const id = useId();
  const [pointed, setPointed] = useState<number>();
  const shown = pointed ?? value ?? 0;
  return (
    <fieldset className={styles.choice} aria-describedby={fault === undefined ? undefined : `${id}-fault`}>
      <legend>{text.chooseStars}</legend>
      <div className={styles.stars} onPointerLeave={() => setPointed(undefined)}>
        {FIVE.map((n) => (
          <label key={n} className={styles.star} data-on={n <= shown || undefined} onPointerEnter={() => setPointed(n)}>
            <input
              type="radio"
              name={id}
              value={n}
              checked={n === value}
              aria-label={`${text.stars(n)} ${text.starNames[n - 1] ?? ''}`}
              onChange={() => onChange(n)}
            />
            {n <= shown ? <IconStarFilled size={26} aria-hidden /> : <IconStar size={26} stroke={1.4} aria-hidden />}
          </label>
        ))}
        <span className={styles.starName} aria-hidden>
          {shown === 0 ? '' : text.starNames[shown - 1]}
        </span>
      </div>
      {fault === undefined ? null : (
        <p id={`${id}-fault`} className={styles.fault} role="alert">
          {fault}
        </p>
      )}
    </fieldset>
  );
};
