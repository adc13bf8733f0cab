/** The frame of a chart: caption, drawing, and the table of its numbers, which is folded until someone wants it. */
import { type ReactNode, useId } from 'react';
import { chartText as text } from '../messages/zh-cn/charts.ts';
import styles from './chart.module.css';

interface ChartFigureProps {
  readonly title: string;
  readonly note?: string;
  readonly head: readonly string[];
  /** Labels are unique. */
  readonly rows: readonly { readonly label: string; readonly cells: readonly string[] }[];
  readonly children: ReactNode;
}

export const ChartFigure = ({ title, note, head, rows, children }: ChartFigureProps) => {
  const id = useId();
  return (
    <figure className={styles.figure} aria-labelledby={id}>
      <figcaption className={styles.caption}>
        <h3 id={id} className={styles.title}>
          {title}
        </h3>
        {note === undefined ? null : <p className={styles.note}>{note}</p>}
      </figcaption>
      {children}
      <details className={styles.numbers}>
        <summary>{text.table}</summary>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <div className={styles.tableFrame} role="region" aria-label={text.tableOf(title)} tabIndex={0}>
          <table className={styles.table}>
            <caption className="visually-hidden">{title}</caption>
            <thead>
              <tr>
                {head.map((name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ label, cells }) => (
                <tr key={label}>
                  <th scope="row">{label}</th>
                  {cells.map((cell, index) => (
                    <td key={head[index + 1]}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
};
