/** `/admin/dashboard`: sales, readers, trials, codes, books, imports, searches and storage. */
import { DASHBOARD_DEFINITIONS } from '@shufang/contract';
import { LoadFailure, RecordsSkeleton, Section, Text } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import { useMayAny } from '../../../features/account/for-operators.tsx';
import { storageQuery } from '../../../features/admin/storage-query.ts';
import { dashboardText } from '../../../platform/messages/zh-cn/dashboard.ts';
import { recordsText } from '../../../platform/messages/zh-cn/records.ts';
import { screenTitle } from '../../../platform/messages/zh-cn/shell.ts';
import { OperatorDashboard } from '../statistics/dashboard.tsx';
import { StorageFigures } from '../statistics/storage-use.tsx';
import { AdminPage } from './admin-page.tsx';

const { name, meaning } = DASHBOARD_DEFINITIONS.storage;

const Storage = () => {
  const { data, isError, refetch } = useQuery(storageQuery());
  if (data !== undefined) return <StorageFigures use={data} />;
  return isError ? (
    <LoadFailure text={recordsText.failed(name)} retryLabel={recordsText.retry} onRetry={() => void refetch()} />
  ) : (
    <RecordsSkeleton label={recordsText.loading} />
  );
};

const Page = () => {
  const [books, codes] = [useMayAny(['publishBook']) === true, useMayAny(['seeCodes']) === true];
  const [sales, imports] = [useMayAny(['approveRefund']) === true, useMayAny(['importBook']) === true];
  const searches = useMayAny(['curate']) === true;
  const runsPlatform = useMayAny(['runPlatform']) === true;
  return (
    <OperatorDashboard
      opens={{ books, trials: books, codes, sales, imports, searches, reading: true }}
      storage={
        runsPlatform ? (
          <Section title={name}>
            <Text as="p" block size={13} tone="faint">
              {meaning}
            </Text>
            <Storage />
          </Section>
        ) : null
      }
    />
  );
};

export const Component = () => (
  <AdminPage title={screenTitle.adminDashboard} lead={dashboardText.lead}>
    <Page />
  </AdminPage>
);
