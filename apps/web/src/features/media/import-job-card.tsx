/** One import: how far it is, how it ended, what can be done. */
import type { ImportJob } from '@shufang/contract';
import { buttonClass } from '@shufang/ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { chineseDates } from '../../platform/chinese-dates.ts';
import { importText } from '../../platform/messages/zh-cn/import.ts';
import styles from './import-job-card.module.css';
import { ImportReport, placeOf } from './import-report.tsx';
import { hasEnded } from './queries.ts';
import { useImportJob } from './use-import-job.ts';

const timeFormat = chineseDates({ month: 'long', day: 'numeric', hour: '2-digit', minute: '2-digit', hour12: false });

const Progress = ({ job, isLost }: { job: ImportJob; isLost: boolean }) => (
  <div className={styles.progress}>
    <progress aria-label={importText.progressOf(job.fileName)} max={1} value={job.progress} />
    <p className={styles.detail}>
      <span>{isLost ? importText.progressLost : job.detail}</span>
      <span className={styles.ratio}>{importText.progress(job.progress)}</span>
    </p>
  </div>
);

const Outcome = ({ job }: { job: ImportJob }) => {
  if (job.stage === 'refused') {
    const refusal = job.findings.find(({ severity }) => severity === 'refused');
    const place = refusal && placeOf(refusal);
    return (
      <div className={styles.refusal}>
        <p className={styles.refusalTitle}>{importText.refusedTitle}</p>
        <p className={styles.reason}>{job.detail}</p>
        {place === undefined ? null : <p className={styles.hint}>{importText.foundAt(place)}</p>}
        <p className={styles.hint}>{importText.refusedHint}</p>
      </div>
    );
  }
  if (job.stage === 'failed') return <p className={styles.hint}>{importText.failedHint}</p>;
  if (job.stage !== 'done') return null;
  return (
    <>
      {job.existing ? <p className={styles.hint}>{importText.existing}</p> : null}
      {job.statistics ? <p className={styles.statistics}>{importText.statistics(job.statistics)}</p> : null}
    </>
  );
};

interface ImportJobCardProps {
  readonly known: ImportJob;
  /** What else can be done with the finished book. */
  readonly renderBookActions: (bookId: string) => ReactNode;
}

export const ImportJobCard = ({ known, renderBookActions }: ImportJobCardProps) => {
  const { job, isLost, cancel, repeat } = useImportJob(known);
  const ended = hasEnded(job);
  const canRepeat = job.stage === 'failed' || job.stage === 'cancelled';
  // The refusal is said by the outcome; saying it twice helps nobody.
  const findings = job.findings.filter(({ severity }) => severity !== 'refused');
  const isConverted = job.stage === 'done' && !job.existing;
  const verb = ended
    ? { text: importText.again, label: importText.againOf(job.fileName), run: repeat }
    : { text: importText.cancel, label: importText.cancelOf(job.fileName), run: cancel };
  return (
    <li className={styles.card} data-stage={job.stage}>
      <div className={styles.head}>
        <h3 className={styles.name}>{job.fileName}</h3>
        <span className={styles.stage} role="status">
          {importText.stages[job.stage]}
        </span>
        <p className={styles.facts}>
          <time dateTime={new Date(job.createdAt).toISOString()}>{timeFormat.format(job.createdAt)}</time>
          <span>{importText.size(job.fileBytes)}</span>
        </p>
      </div>
      {ended ? <Outcome job={job} /> : <Progress job={job} isLost={isLost} />}
      {isConverted || findings.length > 0 ? <ImportReport findings={findings} open={job.stage === 'refused'} /> : null}
      <div className={styles.actions}>
        {job.stage === 'done' && job.bookId !== undefined ? (
          <>
            <Link to={`/course/info/${job.bookId}`} className={buttonClass('quiet')} aria-label={importText.seeOf(job.fileName)}>
              {importText.see}
            </Link>
            {renderBookActions(job.bookId)}
          </>
        ) : null}
        {!ended || canRepeat ? (
          <button type="button" className={buttonClass('quiet')} aria-label={verb.label} onClick={verb.run}>
            {verb.text}
          </button>
        ) : null}
      </div>
    </li>
  );
};
