/** `/admin/votes`: what readers did not find by searching, and whether the articles of the manuals helped. The shown tab stands in the address. */
import { Tabs } from '@shufang/ui';
import { useSearchParams } from 'react-router';
import { DeskSearchReports } from '../../features/catalog/desk-search-reports.tsx';
import { DeskVotes } from '../../features/help/desk-votes.tsx';
import { deskCatalogueText } from '../../platform/messages/zh-cn/desk-catalogue.ts';
import { DeskPage } from './desk-page.tsx';

const text = deskCatalogueText.votes;

export const Component = () => {
  const [params, setParams] = useSearchParams();
  const tab = params.get('tab') === 'manuals' ? 'manuals' : 'searches';
  return (
    <DeskPage title={text.title} lead={text.lead} permissions={['curate']} isWhole>
      <Tabs
        label={text.title}
        tabs={(['searches', 'manuals'] as const).map((value) => ({ value, label: text.tabs[value] }))}
        value={tab}
        onChange={(next) => setParams(next === 'searches' ? {} : { tab: next }, { replace: true })}
      >
        <h2 className="visually-hidden">{text.tabs[tab]}</h2>
        {tab === 'searches' ? <DeskSearchReports /> : <DeskVotes />}
      </Tabs>
    </DeskPage>
  );
};
