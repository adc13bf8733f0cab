/** How the parts of the service stand, asked now. */

import { type getServiceStatus, LIMITS, type OutputOf } from '@shufang/contract';
import { IconAlertTriangle, IconCircleCheck, IconCircleMinus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { helpText } from '../../platform/messages/zh-cn/help.ts';
import styles from './help.module.css';
import { statusQuery } from './queries.ts';

const marks = { ok: IconCircleCheck, failed: IconAlertTriangle, off: IconCircleMinus } as const;

const MINUTE_MS = 60_000;

const History = ({ outages }: { outages: OutputOf<typeof getServiceStatus>['history'] }) => (
  <section className={styles.history} aria-label={helpText.history}>
    <h3 className={styles.historyTitle}>{helpText.history}</h3>
    {outages.length === 0 ? (
      <p className={styles.hint}>{helpText.noHistory(LIMITS.serviceHistoryDays)}</p>
    ) : (
      <ol>
        {outages.map(({ part, from, until }) => (
          <li key={`${part} ${from}`} className={styles.outage}>
            <span>{helpText.parts[part]}</span>
            <time dateTime={new Date(from).toISOString()}>{helpText.since(from)}</time>
            <span className={styles.partState}>
              {until === undefined ? helpText.stillFailing : helpText.lasted(Math.round((until - from) / MINUTE_MS))}
            </span>
          </li>
        ))}
      </ol>
    )}
    <p className={styles.hint}>{helpText.historyNote(LIMITS.serviceHistoryDays)}</p>
  </section>
);

export const StatusBoard = () => {
  const { data: board, isError, isFetching, refetch } = useQuery(statusQuery());
  if (isError) {
    return (
      <p className={styles.failed} role="status">
        {helpText.statusFailed}
        <button type="button" className={styles.textButton} onClick={() => void refetch()}>
          {helpText.retry}
        </button>
      </p>
    );
  }
  if (board === undefined) return <div className={styles.skeleton} role="status" aria-busy="true" aria-label={helpText.statusLoading} />;
  return (
    <>
      <ul className={styles.board}>
        {board.parts.map(({ part, state }) => {
          const Mark = marks[state];
          return (
            <li key={part} className={styles.part} data-state={state}>
              <Mark size={18} stroke={1.75} aria-hidden />
              <span>{helpText.parts[part]}</span>
              <span className={styles.partState}>{helpText.partStates[state]}</span>
            </li>
          );
        })}
      </ul>
      <p className={styles.hint}>
        {helpText.checkedAt(board.checkedAt)}
        <button type="button" className={styles.textButton} disabled={isFetching} onClick={() => void refetch()}>
          {helpText.retry}
        </button>
      </p>
      <History outages={board.history} />
    </>
  );
};
