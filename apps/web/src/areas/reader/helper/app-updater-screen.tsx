/** `/helper/appUpdater`: the running version of the web client, a button that changes over to a newer one, and a link to `/pc`. */
import { PageHeader, Section } from '@shufang/ui';
import { DesktopBuilds } from '../../../features/release/desktop-builds.tsx';
import { VersionHistory } from '../../../features/release/version-history.tsx';
import { WebClientUpdate } from '../../../features/release/web-client-update.tsx';
import { useSyncState } from '../../../features/sync/use-sync.ts';
import { clientsText } from '../../../platform/messages/zh-cn/clients.ts';

export const Component = () => {
  const { waiting } = useSyncState();
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
