/** How much waits for whom who looks, each count the way to it. */
import { getDeskWork, type WorkKind, workKind } from '@shufang/contract';
import { LoadFailure, RecordsSkeleton } from '@shufang/ui';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { ApiError } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/client.ts';
import { useBroadcast } from '../../platform/events/use-broadcast.ts';
import { deskText } from '../../platform/messages/zh-cn/desk.ts';
import styles from './waiting-work.module.css';

const text = deskText.work;

const PLACES: Readonly<Record<WorkKind, string>> = {
  refunds: '/admin/refunds',
  failedRefunds: '/admin/refunds?status=failed',
  invoices: '/admin/invoices',
  redInvoices: '/admin/invoices?status=redPending',
  tickets: '/admin/tickets',
  errata: '/admin/errata',
  reportedRatings: '/admin/ratings',
  searches: '/admin/votes',
  teachers: '/admin/requests?kind=teacher',
  authors: '/admin/requests?kind=author',
  claims: '/admin/claims',
  batches: '/admin/codes',
  failedImports: '/admin/import',
  expiringLicences: '/admin/licences?state=expiring',
};

const workQuery = () =>
  queryOptions({
    queryKey: ['desk', 'work'],
    queryFn: async ({ signal }) => (await call(getDeskWork, {}, { signal })).work,
    staleTime: 0,
    meta: { claims: true },
  });

const Work = () => {
  const { data, error, isError, refetch } = useQuery(workQuery());
  useBroadcast('reloadRequest', () => void refetch());
  if (data === undefined) {
    if (!isError) return <RecordsSkeleton label={deskText.loading} />;
    const trace = error instanceof ApiError && error.requestId !== undefined ? deskText.trace(error.requestId) : undefined;
    return <LoadFailure text={deskText.failed(text.what)} trace={trace} retryLabel={deskText.retry} onRetry={() => void refetch()} />;
  }
  const counts = workKind.options.flatMap((kind) => {
    const count = data[kind];
    return count === undefined || count === 0 ? [] : [{ kind, count }];
  });
  if (counts.length === 0) return <p className={styles.none}>{text.none}</p>;
  return (
    <ul className={styles.counts}>
      {counts.map(({ kind, count }) => (
        <li key={kind}>
          <Link to={PLACES[kind]} className={styles.count} aria-label={text.countOf(text.kinds[kind], count)}>
            <span className={styles.figure}>{count}</span>
            <span>{text.kinds[kind]}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
};

export const WaitingWork = () => (
  <section aria-labelledby="waiting-work">
    <h2 id="waiting-work" className={styles.title}>
      {text.title}
    </h2>
    <Work />
  </section>
);
