/** `/mobile`: how to use the product on a phone: as a web client installed from the browser, or as an app that the operator provides. */

import { buttonClass, Page, PageHeader, Panel, Section } from '@shufang/ui';
import { Link } from 'react-router';
import { InstallButton } from '../../../features/release/install-button.tsx';
import { MobileBuilds } from '../../../features/release/mobile-builds.tsx';
import { clientsText } from '../../../platform/messages/zh-cn/clients.ts';
import { publicOrigin } from '../../../platform/public-origin.ts';
import { QrCode } from '../../../platform/qr/qr-code.tsx';
import { thisDeviceCode } from '../../../platform/session/device-code.ts';
import styles from './mobile-screen.module.css';
import { SiteAddress, Steps } from './steps.tsx';

/** Returns whether this page's host is a loopback address, which a phone cannot open. */
const isOnlyHere = (): boolean => /^(?:localhost|127\.|\[::1\])/.test(new URL(publicOrigin()).hostname);

const SiteCode = () => (
  <figure className={styles.code}>
    <QrCode text={publicOrigin()} label={clientsText.openOnPhone} />
    <figcaption>{isOnlyHere() ? clientsText.openOnPhoneLocal : clientsText.openOnPhone}</figcaption>
  </figure>
);

export const Component = () => {
  const isPhone = thisDeviceCode() === 'mobile';
  return (
    <Page width="text">
      <PageHeader title={clientsText.mobileTitle} lead={clientsText.mobileLead}>
        <Link to="/course/list" className={buttonClass('quiet')}>
          {clientsText.startReading}
        </Link>
      </PageHeader>
      <Section title={clientsText.addToHome}>
        <InstallButton />
        <div className={isPhone ? undefined : styles.beside}>
          <Steps steps={isPhone ? clientsText.mobileStepsOnPhone : clientsText.mobileSteps} />
          {isPhone ? null : <SiteCode />}
        </div>
        <SiteAddress />
      </Section>
      <Section title={clientsText.mobileApps}>
        <MobileBuilds />
      </Section>
      <Section title={clientsText.compare}>
        <Panel flush marginBottom={12} className={styles.tableBox}>
          <table className={styles.table}>
            <thead>
              <tr>
                {clientsText.compareColumns.map((name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {clientsText.compareRows.map(([name, inBrowser, installed]) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td>{inBrowser}</td>
                  <td>{installed}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Panel>
        <p className={styles.permissions}>{clientsText.compareApps}</p>
      </Section>
      <Section title={clientsText.permissions}>
        <p className={styles.permissions}>{clientsText.permissionsText}</p>
      </Section>
    </Page>
  );
};
