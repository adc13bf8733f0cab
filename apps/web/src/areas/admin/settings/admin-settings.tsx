/** The platform settings for administrators: the form, export and import. */
import { LoadFailure, RecordsSkeleton } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import { recordsText } from '../../../platform/messages/zh-cn/records.ts';
import { settingsText as text } from '../../../platform/messages/zh-cn/settings.ts';
import { settingsQuery } from './queries.ts';
import { SettingsForm } from './settings-form.tsx';
import { SettingsTransfer } from './settings-transfer.tsx';

export const AdminSettings = () => {
  const { data, isError, refetch } = useQuery(settingsQuery());
  if (data === undefined) {
    return isError ? (
      <LoadFailure text={recordsText.failed(text.what)} retryLabel={recordsText.retry} onRetry={() => void refetch()} />
    ) : (
      <RecordsSkeleton label={recordsText.loading} />
    );
  }
  return (
    <>
      <SettingsForm key={data.savedAt} saved={data} />
      <SettingsTransfer />
    </>
  );
};
