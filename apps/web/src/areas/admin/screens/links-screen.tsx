/** `/admin/links`: short codes printed in books, and dead codes that readers reported. The selected tab is in the URL. */
import { Tabs } from '@shufang/ui';
import { useSearchParams } from 'react-router';
import { useMayWhole } from '../../../features/account/for-operators.tsx';
import { adminCatalogText } from '../../../platform/messages/zh-cn/admin-catalog.ts';
import { AdminShortLinks } from '../catalog/admin-short-links.tsx';
import { AdminDeadCodes } from '../help/admin-dead-codes.tsx';
import { AdminPage } from './admin-page.tsx';

const text = adminCatalogText.links;

/** Reports of dead codes belong to no publisher, so only operators whose role is not limited to a publisher see them. */
const AdminContent = () => {
  const seesReports = useMayWhole('curate');
  const [params, setParams] = useSearchParams();
  const tab = params.get('tab') === 'reports' ? 'reports' : 'links';
  if (seesReports !== true) return <AdminShortLinks />;
  return (
    <Tabs
      label={text.title}
      tabs={(['links', 'reports'] as const).map((value) => ({ value, label: text.tabs[value] }))}
      value={tab}
      onChange={(next) => setParams(next === 'links' ? {} : { tab: next }, { replace: true })}
    >
      <h2 className="visually-hidden">{text.tabs[tab]}</h2>
      {tab === 'links' ? <AdminShortLinks /> : <AdminDeadCodes />}
    </Tabs>
  );
};

export const Component = () => (
  <AdminPage title={text.title} lead={text.lead}>
    <AdminContent />
  </AdminPage>
);
