/** The imports of this library, newest first: those under way and those that have ended. */
import { buttonClass, EmptyState } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { importText } from '../../platform/messages/zh-cn/import.ts';
import { shellText } from '../../platform/messages/zh-cn/shell.ts';
import styles from './import-job-card.module.css';
import { ImportJobCard } from './import-job-card.tsx';
import { importsQuery } from './queries.ts';

export const ImportList = ({ renderBookActions }: { renderBookActions: (bookId: string) => ReactNode }) => {
  const { data: jobs, error, refetch } = useQuery(importsQuery());
  if (jobs === undefined) {
    if (error === null) {
      return (
        <div className={styles.skeleton} role="status" aria-label={shellText.loading}>
          {Array.from({ length: 3 }, (_, row) => (
            <span key={row} />
          ))}
        </div>
      );
    }
    return (
      <div role="alert" className={styles.loadFailure}>
        <p>
          {importText.historyFailed}
          {error.message === '' ? '' : `：${error.message}`}
        </p>
        <button type="button" className={buttonClass('quiet')} onClick={() => void refetch()}>
          {importText.retryLoading}
        </button>
      </div>
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
    <ul className={styles.list}>
      {jobs.map((job) => (
        <ImportJobCard key={job.id} known={job} renderBookActions={renderBookActions} />
      ))}
    </ul>
  );
};
