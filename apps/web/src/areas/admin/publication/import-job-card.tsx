/** One import: its progress, its result, and the available actions. */
import type { ImportJob, ShelfRecord } from '@shufang/contract';
import { buttonClass, Cluster, Grid, Row, Stack, Text } from '@shufang/ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { chineseDates } from '../../../platform/chinese-dates.ts';
import { importText } from '../../../platform/messages/zh-cn/import.ts';
import styles from './import-job-card.module.css';
import { ImportReport, locationOf } from './import-report.tsx';
import { hasEnded } from './queries.ts';
import { useImportJob } from './use-import-job.ts';

const timeFormat = chineseDates({ month: 'long', day: 'numeric', hour: '2-digit', minute: '2-digit', hour12: false });

const Progress = ({ job, isLost }: { job: ImportJob; isLost: boolean }) => (
  <div className={styles.progress}>
    <progress aria-label={importText.progressOf(job.fileName)} max={1} value={job.progress} />
    <Row as="p" gap={16} justify="between" size={13} tone="soft" marginTop={6}>
      <span>{isLost ? importText.progressLost : job.detail}</span>
      <Text tabular>{importText.progress(job.progress)}</Text>
    </Row>
  </div>
);

const Outcome = ({ job }: { job: ImportJob }) => {
  if (job.stage === 'refused') {
    const refusal = job.findings.find(({ severity }) => severity === 'refused');
    const queuePosition = refusal && locationOf(refusal);
    return (
      <div className={styles.refusal}>
        <Text as="p" size={14} tone="accent" weight={600}>
          {importText.refusedTitle}
        </Text>
        <Text as="p" size={17} breakWords>
          {job.detail}
        </Text>
        {queuePosition === undefined ? null : (
          <Text as="p" size={14} tone="soft">
            {importText.foundAt(queuePosition)}
          </Text>
        )}
        <Text as="p" size={14} tone="soft">
          {importText.refusedHint}
        </Text>
      </div>
    );
  }
  if (job.stage === 'failed')
    return (
      <Text as="p" size={14} tone="soft">
        {job.versionId === undefined ? importText.failedHint : job.detail}
      </Text>
    );
  if (job.stage !== 'done') return null;
  return (
    <>
      {job.existing ? (
        <Text as="p" size={14} tone="soft">
          {importText.existing}
        </Text>
      ) : null}
      {job.statistics ? (
        <Text as="p" size={14} tone="soft">
          {importText.statistics(job.statistics)}
        </Text>
      ) : null}
    </>
  );
};

export type ImportedBook = Pick<ShelfRecord, 'bookId' | 'title' | 'authors' | 'cover'>;

interface ImportJobCardProps {
  readonly initialJob: ImportJob;
  readonly bookOf: (bookId: string) => ImportedBook | undefined;
  /** Renders the cover of the imported book. */
  readonly renderCover: (book: ImportedBook) => ReactNode;
  /** Renders further actions for the imported book. */
  readonly renderBookActions: (bookId: string) => ReactNode;
}

export const ImportJobCard = ({ initialJob, bookOf, renderCover, renderBookActions }: ImportJobCardProps) => {
  const { job, isLost, cancel, repeat } = useImportJob(initialJob);
  const ended = hasEnded(job);
  const book = job.bookId === undefined ? undefined : bookOf(job.bookId);
  const name = book?.title ?? job.fileName;
  // A saved book can be read while its text is indexed, so there is nothing left to cancel.
  const canCancel = !ended && job.versionId === undefined;
  const canRepeat = job.stage === 'failed' || job.stage === 'canceled';
  // The result of the import already states why the file was rejected, so the finding with the same text is left out of the list of
  // findings.
  const findings = job.findings.filter(({ severity }) => severity !== 'refused');
  const isConverted = job.stage === 'done' && !job.existing;
  const actionLabel = ended
    ? { text: importText.again, label: importText.againOf(name), run: repeat }
    : { text: importText.cancel, label: importText.cancelOf(name), run: cancel };
  return (
    <Stack as="li" gap={12} className={styles.card} data-stage={job.stage}>
      <Grid gap={[4, 16]} align="baseline" className={styles.head} data-book={book !== undefined || undefined}>
        {book === undefined ? null : <div className={styles.cover}>{renderCover(book)}</div>}
        <Text as="h3" size={17} breakWords>
          {name}
        </Text>
        <Text size={14} weight={600} whiteSpace="nowrap" className={styles.stage} role="status">
          {importText.stages[job.stage]}
        </Text>
        <Cluster as="p" gap={[0, 16]} size={13} tone="faint" className={styles.facts}>
          <time dateTime={new Date(job.createdAt).toISOString()}>{timeFormat.format(job.createdAt)}</time>
          {book === undefined ? null : <span>{book.authors}</span>}
          {book === undefined ? null : <span>{job.fileName}</span>}
          <span>{importText.size(job.fileBytes)}</span>
        </Cluster>
      </Grid>
      {ended ? <Outcome job={job} /> : <Progress job={job} isLost={isLost} />}
      {isConverted || findings.length > 0 ? <ImportReport findings={findings} open={job.stage === 'refused'} /> : null}
      <Cluster gap={12} className={styles.actions}>
        {job.bookId !== undefined ? (
          <>
            <Link to={`/course/info/${job.bookId}`} className={buttonClass('quiet')} aria-label={importText.seeOf(name)}>
              {importText.see}
            </Link>
            {renderBookActions(job.bookId)}
          </>
        ) : null}
        {canCancel || canRepeat ? (
          <button type="button" className={buttonClass('quiet')} aria-label={actionLabel.label} onClick={actionLabel.run}>
            {actionLabel.text}
          </button>
        ) : null}
      </Cluster>
    </Stack>
  );
};
