/** List of running and finished imports, the newest first. */
import { buttonClass, EmptyState, Stack } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { importText } from '../../../platform/messages/zh-cn/import.ts';
import { shellText } from '../../../platform/messages/zh-cn/shell.ts';
import styles from './import-job-card.module.css';
import { type ImportedBook, ImportJobCard } from './import-job-card.tsx';
import { importsQuery } from './queries.ts';

interface ImportListProps {
  /** Returns title and cover of an imported book; undefined until they are loaded. */
  readonly bookOf: (bookId: string) => ImportedBook | undefined;
  readonly renderCover: (book: ImportedBook) => ReactNode;
  readonly renderBookActions: (bookId: string) => ReactNode;
}

export const ImportList = ({ bookOf, renderCover, renderBookActions }: ImportListProps) => {
  const { data: jobs, error, refetch } = useQuery(importsQuery());
  if (jobs === undefined) {
    if (error === null) {
      return (
        <Stack gap={16} className={styles.skeleton} role="status" aria-label={shellText.loading}>
          {Array.from({ length: 3 }, (_, row) => (
            <span key={row} />
          ))}
        </Stack>
      );
    }
    return (
      <Stack role="alert" gap={16} justifyItems="start" className={styles.loadFailure}>
        <p>
          {importText.historyFailed}
          {error.message === '' ? '' : `：${error.message}`}
        </p>
        <button type="button" className={buttonClass('quiet')} onClick={() => void refetch()}>
          {importText.retryLoading}
        </button>
      </Stack>
    );
  }
  if (jobs.length === 0) {
    return (
      <EmptyState title={importText.none}>
        <p>{importText.noneHint}</p>
      </EmptyState>
    );
  }
  return (
    <Stack as="ul" gap={16}>
      {jobs.map((job) => (
        <ImportJobCard key={job.id} initialJob={job} bookOf={bookOf} renderCover={renderCover} renderBookActions={renderBookActions} />
      ))}
    </Stack>
  );
};
