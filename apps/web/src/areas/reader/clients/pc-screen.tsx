/** `/pc`: the operator's builds for computers, and the use of the product in a browser without them. */
import { buttonClass, Page, PageHeader, Section } from '@shufang/ui';
import { Link } from 'react-router';
import { DesktopBuilds } from '../../../features/release/desktop-builds.tsx';
import { InstallButton } from '../../../features/release/install-button.tsx';
import { VersionHistory } from '../../../features/release/version-history.tsx';
import { clientsText } from '../../../platform/messages/zh-cn/clients.ts';
import styles from './pc-screen.module.css';
import { SiteAddress, Steps } from './steps.tsx';

export const Component = () => (
  <Page width="text">
    <PageHeader title={clientsText.pcTitle} lead={clientsText.pcLead}>
      <Link to="/course/list" className={buttonClass('quiet')}>
        {clientsText.startReading}
      </Link>
    </PageHeader>
    <Section title={clientsText.pcClients}>
      <DesktopBuilds hasAlternatives />
    </Section>
    <Section title={clientsText.pcBrowser}>
      <InstallButton />
      <Steps steps={clientsText.pcSteps} />
      <SiteAddress />
    </Section>
    <Section title={clientsText.pcOffline}>
      <dl className={styles.offline}>
        {clientsText.pcOfflineRows.map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Section>
    <Section title={clientsText.pcNeeds}>
      <p className={styles.needs}>{clientsText.pcNeedsText}</p>
    </Section>
    <VersionHistory />
  </Page>
);
