/** Single numbers as cards, each with its meaning. */
import type { StatisticsFigure } from '@shufang/contract';
import { statisticsText as text } from '../../platform/messages/zh-cn/author-statistics.ts';
import styles from './author-statistics.module.css';

export const FigureCards = ({ figures }: { figures: readonly StatisticsFigure[] }) => (
  <dl className={styles.cards}>
    {figures.map(({ name, value, meaning, basis }) => (
      <div key={name} className={styles.card}>
        <dt>{name}</dt>
        <dd className={styles.number} data-hidden={value === undefined ? '' : undefined}>
          {value ?? text.hidden}
          {basis === undefined ? null : <span className={styles.basis}>{basis}</span>}
        </dd>
        <dd className={styles.meaning}>{meaning}</dd>
      </div>
    ))}
  </dl>
);
