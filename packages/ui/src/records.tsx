/** Lists of records for admin pages: a table that becomes cards on a narrow screen, and its loading, error and empty states. */
import { type ReactNode, useId, useState } from 'react';
import { buttonClass } from './button-class.ts';
import { FilterToggle } from './filter-toggle.tsx';
import styles from './records.module.css';

export interface RecordColumn<Row> {
  readonly name: string;
  readonly render: (row: Row) => ReactNode;
  /**
   * Kind of a table column. `head`: names the record and is the heading of its card; `actions`: the last column, without a label on a card.
   */
  readonly kind?: 'head' | 'actions' | 'figure';
}

interface RecordTableProps<Row> {
  /** Accessible name of the table. */
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

/** A label for the state of a record. `good`, `wait`, `stop`: a color in addition to the text, never instead of it. */
export const StateBadge = ({ tone = 'plain', children }: { tone?: 'plain' | 'good' | 'wait' | 'stop'; children: ReactNode }) => (
  <span className={styles.badge} data-tone={tone}>
    {children}
  </span>
);

interface FilterBarProps {
  readonly label: string;
  /** Label of the button that shows and hides the fields on phones, where only the search field is always visible. Without it all are. */
  readonly foldLabel?: string | undefined;
  readonly children: ReactNode;
}

/** Filter fields of a list, arranged horizontally. */
export const FilterBar = ({ label, foldLabel, children }: FilterBarProps) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <search className={styles.filters} aria-label={label} data-folds={foldLabel !== undefined || undefined} data-open={isOpen || undefined}>
      {children}
      {foldLabel === undefined ? null : (
        <div className={styles.fold}>
          <FilterToggle label={foldLabel} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />
        </div>
      )}
    </search>
  );
};

export const RecordsSkeleton = ({ label }: { label: string }) => (
  <div className={styles.skeleton} role="status" aria-busy="true" aria-label={label}>
    {Array.from({ length: 5 }, (_, row) => (
      <span key={row} />
    ))}
  </div>
);

interface LoadFailureProps {
  readonly text: string;
  /** The request id of the server for the failed request. */
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

/** A list of terms, each with its description. */
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

interface RecordCardProps {
  readonly title: string;
  readonly badge?: ReactNode;
  /**
   * Whether the card is an item of a list, in which titles need not be unique. The card is then an article, because sections must have
   * unique names.
   */
  readonly isListed?: true;
  readonly children: ReactNode;
}

/** A section of a page shown as a card, with a heading. */
export const RecordCard = ({ title, badge: mark, isListed, children }: RecordCardProps) => {
  const id = useId();
  const Element = isListed === true ? 'article' : 'section';
  return (
    <Element className={styles.card} aria-labelledby={id}>
      <div className={styles.cardHead}>
        <h2 id={id} className={styles.cardTitle}>
          {title}
        </h2>
        {mark}
      </div>
      {children}
    </Element>
  );
};
