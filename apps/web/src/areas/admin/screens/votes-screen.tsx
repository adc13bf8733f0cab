/** `/admin/votes`: unsuccessful searches reported by readers, and votes on manual articles. The selected tab is in the URL. */
import { Tabs } from '@shufang/ui';
import { useSearchParams } from 'react-router';
import { adminCatalogText } from '../../../platform/messages/zh-cn/admin-catalog.ts';
import { AdminSearchReports } from '../catalog/admin-search-reports.tsx';
import { AdminVotes } from '../help/admin-votes.tsx';
import { AdminPage } from './admin-page.tsx';

const text = adminCatalogText.votes;

export const Component = () => {
  const [params, setParams] = useSearchParams();
  const tab = params.get('tab') === 'manuals' ? 'manuals' : 'searches';
  return (
    <AdminPage title={text.title} lead={text.lead}>
      <Tabs
        label={text.title}
        tabs={(['searches', 'manuals'] as const).map((value) => ({ value, label: text.tabs[value] }))}
        value={tab}
        onChange={(next) => setParams(next === 'searches' ? {} : { tab: next }, { replace: true })}
      >
        <h2 className="visually-hidden">{text.tabs[tab]}</h2>
        {tab === 'searches' ? <AdminSearchReports /> : <AdminVotes />}
      </Tabs>
    </AdminPage>
  );
};
