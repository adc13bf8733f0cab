/**
 * A list of records: filters, loading, error and empty states, the records, and a button for the next page.
 */
import type { ReactNode } from 'react';
import { buttonClass } from './button-class.ts';
import { EmptyState } from './page.tsx';
import styles from './record-list.module.css';
import { FilterBar, LoadFailure, RecordsSkeleton } from './records.tsx';

/** The records loaded so far, page by page, and the state of the request for more. */
export interface RecordPages<Row> {
  /** The records loaded so far; undefined until the first page is loaded. */
  readonly rows: readonly Row[] | undefined;
  /** Error of the last request, with the server's request id. Records that are already loaded stay visible. */
  readonly failure?: { readonly text: string; readonly trace?: string | undefined } | undefined;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  readonly onMore: () => void;
  /** Retries the failed request: the list, or its next page. */
  readonly onRetry: () => void;
  readonly labels: { readonly loading: string; readonly retry: string; readonly more: string; readonly filters?: string };
}

interface RecordListProps<Row> {
  readonly pages: RecordPages<Row>;
  readonly filters?: { readonly label: string; readonly fields: ReactNode };
  /** One line above the records, such as their number or total amount. */
  readonly summary?: ReactNode;
  /** Button that creates a record, shown above the list or in its empty state. */
  readonly create?: { readonly label: string; readonly onCreate: () => void } | undefined;
  /** Title and hint that are shown when there are no records. */
  readonly empty: { readonly title: string; readonly children: ReactNode };
  /** Renders the records; it is called with at least one. */
  readonly children: (rows: readonly Row[]) => ReactNode;
}

const More = ({ isLoadingMore, onMore, labels }: RecordPages<unknown>) => (
  <p className={styles.more}>
    <button
      type="button"
      className={buttonClass('quiet')}
      aria-disabled={isLoadingMore}
      onClick={() => {
        if (!isLoadingMore) onMore();
      }}
    >
      {isLoadingMore ? labels.loading : labels.more}
    </button>
  </p>
);

export const RecordList = <Row,>({ pages, filters, summary, create, empty, children }: RecordListProps<Row>) => {
  const { rows, failure, labels, onRetry } = pages;
  const failed = failure === undefined ? null : <LoadFailure {...failure} retryLabel={labels.retry} onRetry={onRetry} />;
  const creating =
    create === undefined ? null : (
      <button type="button" className={buttonClass()} onClick={create.onCreate}>
        {create.label}
      </button>
    );
  return (
    <>
      {filters === undefined ? null : (
        <FilterBar label={filters.label} foldLabel={labels.filters}>
          {filters.fields}
        </FilterBar>
      )}
      {rows === undefined ? (failed ?? <RecordsSkeleton label={labels.loading} />) : null}
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
