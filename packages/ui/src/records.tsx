/** Lists of records for those who work with them: a table that becomes cards on a narrow screen, and what stands there while there is none. */
import { type ReactNode, useId } from 'react';
import { buttonClass } from './button-class.ts';
import styles from './records.module.css';

export interface RecordColumn<Row> {
  readonly name: string;
  readonly render: (row: Row) => ReactNode;
  /** `head`: what the row is about, the heading of its card; `actions`: at the end, without a name on a card. */
  readonly kind?: 'head' | 'actions' | 'figure';
}

interface RecordTableProps<Row> {
  /** Said by screen readers. */
  readonly caption: string;
  readonly columns: readonly RecordColumn<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
}

export const RecordTable = <Row,>({ caption, columns, rows, keyOf }: RecordTableProps<Row>) => (
  <div className={styles.frame}>
    <table className={styles.table}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ name, kind }) => (
            <th key={name} scope="col" data-kind={kind}>
              {kind === 'actions' ? <span className="visually-hidden">{name}</span> : name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ name, kind, render }) =>
              kind === 'head' ? (
                <th key={name} scope="row" data-kind="head">
                  {render(row)}
                </th>
              ) : (
                <td key={name} data-kind={kind} data-name={name}>
                  {kind === 'actions' ? <span className={styles.rowActions}>{render(row)}</span> : render(row)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

/** How something stands, in a word. `good`, `wait`, `stop`: colour beside the word, never instead of it. */
export const StateBadge = ({ tone = 'plain', children }: { tone?: 'plain' | 'good' | 'wait' | 'stop'; children: ReactNode }) => (
  <span className={styles.badge} data-tone={tone}>
    {children}
  </span>
);

/** Fields beside one another that narrow a list. */
export const FilterBar = ({ label, children }: { label: string; children: ReactNode }) => (
  <search className={styles.filters} aria-label={label}>
    {children}
  </search>
);

export const RecordsSkeleton = ({ label }: { label: string }) => (
  <div className={styles.skeleton} role="status" aria-busy="true" aria-label={label}>
    {Array.from({ length: 5 }, (_, row) => (
      <span key={row} />
    ))}
  </div>
);

interface LoadFailureProps {
  readonly text: string;
  /** The server's number of the request. */
  readonly trace?: string | undefined;
  readonly retryLabel: string;
  readonly onRetry: () => void;
}

export const LoadFailure = ({ text, trace, retryLabel, onRetry }: LoadFailureProps) => (
  <div role="alert" className={styles.failure}>
    <p>{text}</p>
    {trace === undefined ? null : <p className={styles.trace}>{trace}</p>}
    <button type="button" className={buttonClass('quiet')} onClick={onRetry}>
      {retryLabel}
    </button>
  </div>
);

/** A term and what there is to say about it. */
export const Facts = ({ items }: { items: readonly (readonly [name: string, value: ReactNode])[] }) => (
  <dl className={styles.facts}>
    {items.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

/** Something set apart on a card of its own, with a heading. */
export const RecordCard = ({ title, mark, children }: { title: string; mark?: ReactNode; children: ReactNode }) => {
  const id = useId();
  return (
    <section className={styles.card} aria-labelledby={id}>
      <div className={styles.cardHead}>
        <h2 id={id} className={styles.cardTitle}>
          {title}
        </h2>
        {mark}
      </div>
      {children}
    </section>
  );
};
