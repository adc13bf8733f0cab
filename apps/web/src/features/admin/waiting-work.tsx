/** The pending work of the signed-in operator: one count for each kind of work, with a link to its page. */
import { getAdminWork, type WorkKind, workKind } from '@shufang/contract';
import { Grid, LoadFailure, RecordsSkeleton, Stack, Text } from '@shufang/ui';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { ApiError } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/client.ts';
import { useBroadcast } from '../../platform/events/use-broadcast.ts';
import { adminText } from '../../platform/messages/zh-cn/admin.ts';
import { recordsText } from '../../platform/messages/zh-cn/records.ts';
import styles from './waiting-work.module.css';

const text = adminText.work;

const PATHS: Readonly<Record<WorkKind, string>> = {
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
  samples: '/admin/samples',
  samplesToShip: '/admin/samples?status=approved&form=print',
  adoptions: '/admin/adoption',
  adoptionsToOrder: '/admin/adoption?status=confirmed',
  royaltyDrafts: '/admin/royalties',
  royaltyDisputes: '/admin/royalties?status=disputed',
  royaltiesToPay: '/admin/royalties?status=confirmed',
  failedImports: '/admin/import',
  expiringLicenses: '/admin/licenses?state=expiring',
};

const workQuery = () =>
  queryOptions({
    queryKey: ['admin', 'work'],
    queryFn: async ({ signal }) => (await call(getAdminWork, {}, { signal })).work,
    staleTime: 0,
    meta: { claims: true },
  });

const Work = () => {
  const { data, error, isError, refetch } = useQuery(workQuery());
  useBroadcast('reloadRequest', () => void refetch());
  if (data === undefined) {
    if (!isError) return <RecordsSkeleton label={recordsText.loading} />;
    const trace = error instanceof ApiError && error.requestId !== undefined ? recordsText.trace(error.requestId) : undefined;
    return <LoadFailure text={recordsText.failed(text.what)} trace={trace} retryLabel={recordsText.retry} onRetry={() => void refetch()} />;
  }
  const counts = workKind.options.flatMap((kind) => {
    const count = data[kind];
    return count === undefined || count === 0 ? [] : [{ kind, count }];
  });
  if (counts.length === 0)
    return (
      <Text as="p" tone="soft">
        {text.none}
      </Text>
    );
  return (
    <Grid as="ul" gap={16} className={styles.counts}>
      {counts.map(({ kind, count }) => (
        <li key={kind}>
          <Stack to={PATHS[kind]} as={Link} size={15} tone="soft" className={styles.count}>
            <Text tone="ink" weight={700} serif tabular className={styles.figure}>
              {count}
            </Text>
            <span>{text.kinds[kind]}</span>
          </Stack>
        </li>
      ))}
    </Grid>
  );
};

export const WaitingWork = () => (
  <section aria-labelledby="waiting-work">
    <Text id="waiting-work" as="h2" size={20} marginBottom={16} className={styles.title}>
      {text.title}
    </Text>
    <Work />
  </section>
);
