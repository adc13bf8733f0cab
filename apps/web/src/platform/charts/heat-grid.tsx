/** A grid of cells, darker for greater numbers. It is a table with the number in each cell, so that the shade is never the only sign. */
import { chartValueText, type GridModel, shadeOf } from '@shufang/contract';
import { chartText as text } from '../messages/zh-cn/charts.ts';
import styles from './chart.module.css';

export const HeatGrid = ({ title, note, axis, columns, rows, absent, absentMeaning }: GridModel) => {
  const greatest = Math.max(0, ...rows.flatMap(({ values }) => values.map((value) => value ?? 0)));
  return (
    <figure className={styles.figure} aria-label={title}>
      <figcaption className={styles.caption}>
        <h3 className={styles.title}>{title}</h3>
        {note === undefined ? null : <p className={styles.note}>{note}</p>}
      </figcaption>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles.heatFrame} role="region" aria-label={text.tableOf(title)} tabIndex={0}>
        <table className={styles.heat}>
          <caption className="visually-hidden">{title}</caption>
          <thead>
            <tr>
              <th scope="col">{axis}</th>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ label, values }) => (
              <tr key={label}>
                <th scope="row" title={label}>
                  {label}
                </th>
                {columns.map((column, index) => {
                  const value = values[index];
                  return (
                    <td key={column} data-shade={shadeOf(value, greatest)}>
                      {value === undefined ? <abbr title={absentMeaning}>{absent}</abbr> : chartValueText('count', value)}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
};
