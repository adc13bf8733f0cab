/**
 * The frame of a list of records: filters above; below them what is there while it loads, when it failed, when nothing
 * fits, or the records with the way to more. What a list is about comes in as props and children.
 */
import type { ReactNode } from 'react';
import { buttonClass } from './button-class.ts';
import { EmptyState } from './page.tsx';
import styles from './record-list.module.css';
import { FilterBar, LoadFailure, RecordsSkeleton } from './records.tsx';

/** The records so far and how the asking for them stands. */
export interface RecordPages<Row> {
  /** Undefined until the first page has come. */
  readonly rows: readonly Row[] | undefined;
  /** The last asking failed: what is said, with the server's number of the request. Records that are there stay. */
  readonly failure?: { readonly text: string; readonly trace?: string | undefined } | undefined;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  readonly onMore: () => void;
  /** Asks again for what failed: the list, or its next page. */
  readonly onRetry: () => void;
  readonly words: { readonly loading: string; readonly retry: string; readonly more: string };
}

interface RecordListProps<Row> {
  readonly pages: RecordPages<Row>;
  readonly filters?: { readonly label: string; readonly fields: ReactNode };
  /** How many there are, or what they come to: one line above the records. */
  readonly summary?: ReactNode;
  /** The way to a new record: above those that are there, or below why there is none. */
  readonly create?: { readonly label: string; readonly onCreate: () => void } | undefined;
  /** Why nothing is there, and under it what to do. */
  readonly empty: { readonly title: string; readonly children: ReactNode };
  /** Draws the records; at least one. */
  readonly children: (rows: readonly Row[]) => ReactNode;
}

const More = ({ isLoadingMore, onMore, words }: RecordPages<unknown>) => (
  <p className={styles.more}>
    <button
      type="button"
      className={buttonClass('quiet')}
      aria-disabled={isLoadingMore}
      onClick={() => {
        if (!isLoadingMore) onMore();
      }}
    >
      {isLoadingMore ? words.loading : words.more}
    </button>
  </p>
);

export const RecordList = <Row,>({ pages, filters, summary, create, empty, children }: RecordListProps<Row>) => {
  const { rows, failure, words, onRetry } = pages;
  const failed = failure === undefined ? null : <LoadFailure {...failure} retryLabel={words.retry} onRetry={onRetry} />;
  const creating =
    create === undefined ? null : (
      <button type="button" className={buttonClass()} onClick={create.onCreate}>
        {create.label}
      </button>
    );
  return (
    <>
      {filters === undefined ? null : <FilterBar label={filters.label}>{filters.fields}</FilterBar>}
      {rows === undefined ? (failed ?? <RecordsSkeleton label={words.loading} />) : null}
      {rows?.length === 0
        ? (failed ?? (
            <EmptyState title={empty.title}>
              {empty.children}
              {creating}
            </EmptyState>
          ))
        : null}
      {rows === undefined || rows.length === 0 ? null : (
        <>
          {summary === undefined ? null : <p className={styles.summary}>{summary}</p>}
          {creating === null ? null : <p className={styles.create}>{creating}</p>}
          {children(rows)}
          {failed === null ? null : <div className={styles.failed}>{failed}</div>}
          {failed === null && pages.hasMore ? <More {...pages} /> : null}
        </>
      )}
    </>
  );
};
