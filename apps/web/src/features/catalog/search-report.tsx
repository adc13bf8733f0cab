/** Tells the editors of a search that did not find what was looked for. */
import { LIMITS, reportSearch } from '@shufang/contract';
import { buttonClass } from '@shufang/ui';
import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useId, useState } from 'react';
import { call } from '../../platform/api/client.ts';
import { searchReportsText as text } from '../../platform/messages/zh-cn/search-reports.ts';
import styles from './search-report.module.css';

interface SearchReportProps {
  readonly q: string;
  /** False: nothing was found. */
  readonly found: boolean;
}

/** Of one search: another one is asked for anew (`key`). */
export const SearchReport = ({ q, found }: SearchReportProps) => {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [note, setNote] = useState('');
  const reporting = useMutation({ mutationFn: () => call(reportSearch, { q, found, note }) });
  const handleSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (!reporting.isPending) reporting.mutate();
  };
  if (reporting.isSuccess)
    return (
      <p className={styles.report} role="status">
        {text.sent}
      </p>
    );
  return (
    <section className={styles.report}>
      <button type="button" className={styles.open} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {text.open(found)}
      </button>
      {isOpen ? (
        <form className={styles.form} onSubmit={handleSubmit}>
          <p className={styles.lead}>{text.lead(q)}</p>
          <label htmlFor={id} className={styles.label}>
            {text.note}
          </label>
          <div className={styles.row}>
            <input
              id={id}
              className={styles.input}
              maxLength={LIMITS.searchReportNoteChars}
              placeholder={text.notePlaceholder}
              value={note}
              onChange={(event) => setNote(event.target.value)}
            />
            <button type="submit" className={buttonClass('quiet')} aria-disabled={reporting.isPending}>
              {reporting.isPending ? text.sending : text.send}
            </button>
          </div>
        </form>
      ) : null}
    </section>
  );
};
