/** `/admin/claims`: claims for codes that could not be used. The shown kind stands in the address. */
import { claimStatus } from '@shufang/contract';
import { Tabs } from '@shufang/ui';
import { useSearchParams } from 'react-router';
import { ClaimList } from '../../features/commerce/claim-list.tsx';
import { codesText } from '../../platform/messages/zh-cn/codes.ts';
import { DeskPage } from './desk-page.tsx';

const Desk = () => {
  const [params, setParams] = useSearchParams();
  const status = claimStatus.safeParse(params.get('status')).data ?? 'open';
  return (
    <Tabs
      label={codesText.claimsTitle}
      tabs={claimStatus.options.map((value) => ({ value, label: codesText.claimStates[value] }))}
      value={status}
      onChange={(next) => setParams(next === 'open' ? {} : { status: next }, { replace: true })}
    >
      <h2 className="visually-hidden">{codesText.claimStates[status]}</h2>
      <ClaimList key={status} status={status} />
    </Tabs>
  );
};

export const Component = () => (
  <DeskPage title={codesText.claimsTitle} lead={codesText.claimsLead} permissions={['approveApplication']}>
    <Desk />
  </DeskPage>
);
