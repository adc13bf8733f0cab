/** What part of the platform the person's desk is about; nothing for who looks after all of it. */
import { type HeldRole, type listAuthRoles, type OutputOf, SCOPE_OF_ROLE } from '@shufang/contract';
import { useQuery } from '@tanstack/react-query';
import { accountText } from '../../platform/messages/zh-cn/account.ts';
import { deskText } from '../../platform/messages/zh-cn/desk.ts';
import { useSession } from '../../platform/session/session.ts';
import styles from './desk-scope.module.css';
import { rolesQuery } from './queries.ts';
import { nameOfScope } from './scope-name.ts';

type Roles = OutputOf<typeof listAuthRoles>['roles'];

const DESK_ROLES: ReadonlySet<HeldRole['role']> = new Set(['admin', 'editor', 'finance', 'orgAdmin']);

const nameOf = (held: Roles[number]): readonly string[] => {
  if (held.scope === '') return SCOPE_OF_ROLE[held.role] === 'institution' ? [] : [deskText.wholePlatform];
  return [nameOfScope(held) ?? deskText.scopeGone];
};

/** One line for all where every role has the same part, else one for each role. */
const linesOf = (roles: Roles): string[] => {
  const held = roles.filter(({ role }) => DESK_ROLES.has(role));
  const byRole = [...Map.groupBy(held, ({ role }) => role)].map(([role, given]) => ({
    role,
    parts: [...new Set(given.flatMap(nameOf))].join('、'),
  }));
  const parts = new Set(byRole.map((one) => one.parts));
  return parts.size === 1 ? [...parts] : byRole.map((one) => deskText.scopeOfRole(accountText.roleNames[one.role], one.parts));
};

export const DeskScope = () => {
  const userId = useSession((session) => session.userId);
  const { data } = useQuery(rolesQuery(userId));
  if (data?.boundPermissions === undefined || data.boundPermissions.length === 0) return null;
  const lines = linesOf(data.roles).filter((line) => line !== '');
  if (lines.length === 0) return null;
  return (
    <dl className={styles.scope}>
      <dt>{deskText.scope}</dt>
      {lines.map((line) => (
        <dd key={line}>{line}</dd>
      ))}
    </dl>
  );
};
