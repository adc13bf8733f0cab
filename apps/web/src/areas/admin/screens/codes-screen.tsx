/** `/admin/codes`: code batches, each requested by one operator and approved by another. */
import { Section } from '@shufang/ui';
import { useMayAny } from '../../../features/account/for-operators.tsx';
import { codesText } from '../../../platform/messages/zh-cn/codes.ts';
import { BatchForm } from '../activation-code/batch-form.tsx';
import { BatchList } from '../activation-code/batch-list.tsx';
import { AdminPage } from './admin-page.tsx';

const AdminContent = () => {
  const requests = useMayAny(['requestCodes']);
  const manages = useMayAny(['manageCodes']) ?? false;
  return (
    <>
      {requests ? (
        <Section title={codesText.newBatch}>
          <BatchForm />
        </Section>
      ) : null}
      <Section title={codesText.batches}>
        <BatchList manages={manages} />
      </Section>
    </>
  );
};

export const Component = () => (
  <AdminPage title={codesText.batchesTitle} lead={codesText.batchesLead}>
    <AdminContent />
  </AdminPage>
);
