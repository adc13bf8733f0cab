/** The menu of the admin area: the pages of `admin-pages.ts` in groups. */
import { useQuery } from '@tanstack/react-query';
import { rolesQuery } from '../../../features/account/queries.ts';
import { adminText } from '../../../platform/messages/zh-cn/admin.ts';
import { useSession } from '../../../platform/session/session.ts';
import { type AdminPageRoute, adminPageGroups, type PageAccess } from '../admin-pages.ts';

export interface AdminEntry {
  readonly to: string;
  readonly label: string;
  readonly hint: string;
  readonly access: PageAccess;
}

export interface AdminGroup {
  readonly label: string;
  readonly entries: readonly AdminEntry[];
}

const entriesOf = (pages: readonly AdminPageRoute[]): AdminEntry[] =>
  pages.flatMap(({ path, title, hint, access }) =>
    hint === undefined ? [] : [{ to: path, label: title, hint: adminText.hints[hint], access }],
  );

export const adminGroups: readonly AdminGroup[] = (Object.keys(adminPageGroups) as (keyof typeof adminPageGroups)[]).map((group) => ({
  label: adminText.groups[group],
  entries: entriesOf(adminPageGroups[group]),
}));

/** Returns the menu groups with the pages the user may use; groups without such a page are left out. */
export const useAdminGroups = (): readonly AdminGroup[] => {
  const userId = useSession((session) => session.userId);
  const { data } = useQuery(rolesQuery(userId));
  if (data === undefined) return [];
  const limited = new Set(data.boundPermissions);
  return adminGroups.flatMap(({ label, entries }) => {
    const usable = entries.filter(({ access: { permissions, isWhole = false } }) =>
      permissions.some((permission) => data.permissions.includes(permission) && !(isWhole && limited.has(permission))),
    );
    return usable.length === 0 ? [] : [{ label, entries: usable }];
  });
};
