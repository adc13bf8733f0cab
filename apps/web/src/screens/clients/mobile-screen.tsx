/** `/mobile`: how to use the product on a phone. */
import { buttonClass, Page, PageHeader } from '@shufang/ui';
import { Link } from 'react-router';
import { clientsText } from '../../platform/messages/zh-cn/help.ts';
import { SiteAddress, Steps } from './steps.tsx';

export const Component = () => (
  <Page width="text">
    <PageHeader title={clientsText.mobileTitle} lead={clientsText.mobileLead}>
      <Link to="/course/list" className={buttonClass()}>
        {clientsText.startReading}
      </Link>
    </PageHeader>
    <Steps steps={clientsText.mobileSteps} />
    <SiteAddress />
  </Page>
);
