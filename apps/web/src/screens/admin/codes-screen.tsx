/** `/admin/codes`: batches of activation codes, asked for by one person and approved by another. */
import { Section } from '@shufang/ui';
import { useMayAny } from '../../features/account/for-operators.tsx';
import { BatchForm } from '../../features/commerce/batch-form.tsx';
import { BatchList } from '../../features/commerce/batch-list.tsx';
import { codesText } from '../../platform/messages/zh-cn/codes.ts';
import { DeskPage } from './desk-page.tsx';

const Desk = () => {
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
  <DeskPage title={codesText.batchesTitle} lead={codesText.batchesLead} permissions={['seeCodes']}>
    <Desk />
  </DeskPage>
);
