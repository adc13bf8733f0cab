/** `/admin/claims`: requests for access from users whose activation code could not be used. The selected tab is in the URL. */
import { claimStatus } from '@shufang/contract';
import { Tabs } from '@shufang/ui';
import { useSearchParams } from 'react-router';
import { codesText } from '../../../platform/messages/zh-cn/codes.ts';
import { ClaimList } from '../activation-code/claim-list.tsx';
import { AdminPage } from './admin-page.tsx';

const AdminContent = () => {
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
  <AdminPage title={codesText.claimsTitle} lead={codesText.claimsLead}>
    <AdminContent />
  </AdminPage>
);
