/** Shows the publishers and institutions to which the operator's roles are limited; renders nothing if they are not limited. */
import { type GrantedRole, type listAuthRoles, type OutputOf, SCOPE_OF_ROLE } from '@shufang/contract';
import { Cluster } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import { rolesQuery } from '../../../features/account/queries.ts';
import { nameOfScope } from '../../../features/account/scope-name.ts';
import { accountText } from '../../../platform/messages/zh-cn/account.ts';
import { adminText } from '../../../platform/messages/zh-cn/admin.ts';
import { useSession } from '../../../platform/session/session.ts';
import styles from './admin-scope.module.css';

type Roles = OutputOf<typeof listAuthRoles>['roles'];

const ADMIN_ROLES: ReadonlySet<GrantedRole['role']> = new Set(['admin', 'editor', 'finance', 'orgAdmin']);

const nameOf = (held: Roles[number]): readonly string[] => {
  if (held.scope === '') return SCOPE_OF_ROLE[held.role] === 'institution' ? [] : [adminText.wholePlatform];
  return [nameOfScope(held) ?? adminText.scopeGone];
};

/** Returns one line of text if all roles of the operator have the same scope, otherwise one line for each role. */
const linesOf = (roles: Roles): string[] => {
  const held = roles.filter(({ role }) => ADMIN_ROLES.has(role));
  const byRole = [...Map.groupBy(held, ({ role }) => role)].map(([role, given]) => ({
    role,
    parts: [...new Set(given.flatMap(nameOf))].join('、'),
  }));
  const parts = new Set(byRole.map((one) => one.parts));
  return parts.size === 1 ? [...parts] : byRole.map((one) => adminText.scopeOfRole(accountText.roleNames[one.role], one.parts));
};

export const AdminScope = () => {
  const userId = useSession((session) => session.userId);
  const { data } = useQuery(rolesQuery(userId));
  if (data?.boundPermissions === undefined || data.boundPermissions.length === 0) return null;
  const lines = linesOf(data.roles).filter((line) => line !== '');
  if (lines.length === 0) return null;
  return (
    <Cluster as="dl" gap={[0, 16]} size={14} tone="soft" className={styles.scope}>
      <dt>{adminText.scope}</dt>
      {lines.map((line) => (
        <dd key={line}>{line}</dd>
      ))}
    </Cluster>
  );
};
