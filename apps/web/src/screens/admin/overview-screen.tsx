/** `/admin`: what waits, and the way to each page of the desk. */
import { Section } from '@shufang/ui';
import { Link } from 'react-router';
import { useMayAny } from '../../features/account/for-operators.tsx';
import { WaitingWork } from '../../features/desk/waiting-work.tsx';
import { deskText } from '../../platform/messages/zh-cn/desk.ts';
import { type DeskEntry, type DeskGroup, deskGroups, deskPermissions, permissionsOf } from './desk-entries.ts';
import { DeskPage } from './desk-page.tsx';
import styles from './overview-screen.module.css';

const Card = ({ entry }: { entry: DeskEntry }) => {
  if (useMayAny([entry.permission]) !== true) return null;
  return (
    <li>
      <Link to={entry.to} className={styles.card}>
        <span className={styles.name}>{entry.label}</span>
        {entry.hint === undefined ? null : <span className={styles.hint}>{entry.hint}</span>}
      </Link>
    </li>
  );
};

const Group = ({ group }: { group: DeskGroup }) =>
  useMayAny(permissionsOf(group)) === true ? (
    <Section title={group.label}>
      <ul className={styles.cards}>
        {group.entries.map((entry) => (
          <Card key={entry.to} entry={entry} />
        ))}
      </ul>
    </Section>
  ) : null;

export const Component = () => (
  <DeskPage title={deskText.title} lead={deskText.overviewLead} permissions={deskPermissions}>
    <WaitingWork />
    {deskGroups.map((group) => (
      <Group key={group.label} group={group} />
    ))}
  </DeskPage>
);
