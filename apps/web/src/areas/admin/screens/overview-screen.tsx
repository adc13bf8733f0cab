/** `/admin`: the pending work of the operator, and links to the pages of the admin area. The layout passes the links in. */
import { Grid, Section, Stack, Text } from '@shufang/ui';
import { Link, useOutletContext } from 'react-router';
import { WaitingWork } from '../../../features/admin/waiting-work.tsx';
import { adminText } from '../../../platform/messages/zh-cn/admin.ts';
import { AdminPage } from './admin-page.tsx';
import styles from './overview-screen.module.css';
import type { AdminEntry, AdminGroup } from './use-admin-groups.ts';

const Card = ({ entry }: { entry: AdminEntry }) => (
  <li>
    <Stack to={entry.to} as={Link} gap={6} className={styles.card}>
      <Text size={18} weight={700} serif>
        {entry.label}
      </Text>
      <Text size={14} tone="soft" breakWords className={styles.hint}>
        {entry.hint}
      </Text>
    </Stack>
  </li>
);

const Pages = () =>
  useOutletContext<readonly AdminGroup[]>().map(({ label, entries }) => (
    <Section key={label} title={label}>
      <Grid as="ul" gap={16} className={styles.cards}>
        {entries.map((entry) => (
          <Card key={entry.to} entry={entry} />
        ))}
      </Grid>
    </Section>
  ));

export const Component = () => (
  <AdminPage title={adminText.title} lead={adminText.overviewLead}>
    {isSecureContext ? null : (
      <p role="note" className={styles.plainHttp}>
        {adminText.plainHttp}
      </p>
    )}
    <WaitingWork />
    <Pages />
  </AdminPage>
);
