/** One page of the admin area: its heading, and its content for users with access. */
import { PageHeader } from '@shufang/ui';
import type { ReactNode } from 'react';
import { useLocation, useMatches } from 'react-router';
import { ForOperators } from '../../../features/account/for-operators.tsx';
import type { PageAccess } from '../admin-pages.ts';

interface AdminPageProps {
  readonly title: string;
  readonly lead?: string;
  /** Buttons or links at the end of the heading's line. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

const NO_ACCESS: PageAccess = { permissions: [] };

interface AdminHandle {
  readonly forPath: (pathname: string) => { readonly access?: PageAccess };
}

/** Returns who may use this page, as declared in the table of admin pages. A page without a declaration is open to nobody. */
const usePageAccess = (): PageAccess => {
  const { pathname } = useLocation();
  return (useMatches().at(-1)?.handle as AdminHandle | undefined)?.forPath(pathname).access ?? NO_ACCESS;
};

export const AdminPage = ({ title, lead, actions, children }: AdminPageProps) => {
  const { permissions, isWhole = false } = usePageAccess();
  return (
    <>
      <PageHeader title={title} lead={lead}>
        {actions}
      </PageHeader>
      <ForOperators permissions={permissions} isWhole={isWhole}>
        {children}
      </ForOperators>
    </>
  );
};
