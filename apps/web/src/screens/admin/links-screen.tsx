/** `/admin/links`: short codes of printed books, and those that readers reported as dead. The shown tab stands in the address. */
import { Tabs } from '@shufang/ui';
import { useSearchParams } from 'react-router';
import { useMayWhole } from '../../features/account/for-operators.tsx';
import { DeskShortLinks } from '../../features/catalog/desk-short-links.tsx';
import { DeskDeadCodes } from '../../features/help/desk-dead-codes.tsx';
import { deskCatalogueText } from '../../platform/messages/zh-cn/desk-catalogue.ts';
import { DeskPage } from './desk-page.tsx';

const text = deskCatalogueText.links;

/** Which code a reader's report is about is known to nobody before somebody has looked: reports are the platform's. */
const Desk = () => {
  const seesReports = useMayWhole('curate');
  const [params, setParams] = useSearchParams();
  const tab = params.get('tab') === 'reports' ? 'reports' : 'links';
  if (seesReports !== true) return <DeskShortLinks />;
  return (
    <Tabs
      label={text.title}
      tabs={(['links', 'reports'] as const).map((value) => ({ value, label: text.tabs[value] }))}
      value={tab}
      onChange={(next) => setParams(next === 'links' ? {} : { tab: next }, { replace: true })}
    >
      <h2 className="visually-hidden">{text.tabs[tab]}</h2>
      {tab === 'links' ? <DeskShortLinks /> : <DeskDeadCodes />}
    </Tabs>
  );
};

export const Component = () => (
  <DeskPage title={text.title} lead={text.lead} permissions={['curate']}>
    <Desk />
  </DeskPage>
);
