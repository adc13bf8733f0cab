/** `/admin`: what waits, and the way to each page of the desk. */
import { Section } from '@shufang/ui';
import { Link } from 'react-router';
import { WaitingWork } from '../../features/desk/waiting-work.tsx';
import { deskText } from '../../platform/messages/zh-cn/desk.ts';
import { type DeskEntry, deskPermissions } from './desk-entries.ts';
import { DeskPage } from './desk-page.tsx';
import styles from './overview-screen.module.css';
import { useDeskGroups } from './use-desk-groups.ts';

const Card = ({ entry }: { entry: DeskEntry }) => (
  <li>
    <Link to={entry.to} className={styles.card}>
      <span className={styles.name}>{entry.label}</span>
      {entry.hint === undefined ? null : <span className={styles.hint}>{entry.hint}</span>}
    </Link>
  </li>
);

const Pages = () =>
  useDeskGroups().map(({ label, entries }) => (
    <Section key={label} title={label}>
      <ul className={styles.cards}>
        {entries.map((entry) => (
          <Card key={entry.to} entry={entry} />
        ))}
      </ul>
    </Section>
  ));

export const Component = () => (
  <DeskPage title={deskText.title} lead={deskText.overviewLead} permissions={deskPermissions}>
    <WaitingWork />
    <Pages />
  </DeskPage>
);
