/** Tells the operator of a printed code that leads nowhere. */
import { reportDeadCode } from '@shufang/contract';
import { buttonClass } from '@shufang/ui';
import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useId, useState } from 'react';
import { call } from '../../platform/api/client.ts';
import { shellText } from '../../platform/messages/zh-cn/shell.ts';
import styles from './dead-code-report.module.css';

export const DeadCodeReport = ({ code }: { code: string }) => {
  const id = useId();
  const [note, setNote] = useState('');
  const reporting = useMutation({ mutationFn: () => call(reportDeadCode, { code, note }) });
  const handleSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    reporting.mutate();
  };
  return (
    <section className={styles.report} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className={styles.title}>
        {shellText.deadCodeTitle}
      </h2>
      {reporting.isSuccess ? (
        <p role="status">{shellText.deadCodeReported}</p>
      ) : (
        <form onSubmit={handleSubmit}>
          <p className={styles.hint}>{shellText.deadCodeHint}</p>
          <label htmlFor={id} className={styles.label}>
            {shellText.deadCodeNote}
          </label>
          <div className={styles.row}>
            <input
              id={id}
              className={styles.input}
              maxLength={200}
              placeholder={shellText.deadCodeNotePlaceholder}
              value={note}
              onChange={(event) => setNote(event.target.value)}
            />
            <button type="submit" className={buttonClass()} disabled={reporting.isPending}>
              {shellText.deadCodeReport}
            </button>
          </div>
        </form>
      )}
    </section>
  );
};
