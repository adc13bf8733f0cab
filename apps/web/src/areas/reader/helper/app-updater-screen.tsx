/**
 * `/helper/appUpdater`: in the desktop client, its update; in a browser, the running version of the web client, a button that changes over
 * to a newer one, and a link to `/pc`.
 */
import { PageHeader, Section } from '@shufang/ui';
import { DesktopBuilds } from '../../../features/release/desktop-builds.tsx';
import { DesktopClientUpdate, DesktopUpdateRecords } from '../../../features/release/desktop-client-update.tsx';
import { VersionHistory } from '../../../features/release/version-history.tsx';
import { WebClientUpdate } from '../../../features/release/web-client-update.tsx';
import { useSyncState } from '../../../features/sync/use-sync.ts';
import { useWaitingWork } from '../../../features/sync/use-waiting-work.ts';
import { useDesktopUpdate } from '../../../platform/installed/desktop-update.ts';
import { clientsText } from '../../../platform/messages/zh-cn/clients.ts';

export const Component = () => {
  const { waiting } = useSyncState();
  const work = useWaitingWork();
  const desktop = useDesktopUpdate(({ status }) => status);
  if (desktop !== undefined)
    return (
      <>
        <PageHeader title={clientsText.updaterTitle} lead={clientsText.desktop.lead} />
        <Section title={clientsText.desktop.client}>
          <DesktopClientUpdate status={desktop} work={work} />
        </Section>
        <DesktopUpdateRecords status={desktop} />
        <VersionHistory />
      </>
    );
  return (
    <>
      <PageHeader title={clientsText.updaterTitle} lead={clientsText.updaterLead} />
      <Section title={clientsText.webClient}>
        <WebClientUpdate waiting={waiting} />
      </Section>
      <Section title={clientsText.desktopClients}>
        <DesktopBuilds hasAlternatives={false} />
      </Section>
      <VersionHistory />
    </>
  );
};
