/** One page of the desk: its heading, and its content for who may use it. */
import type { Permission } from '@shufang/contract';
import { PageHeader } from '@shufang/ui';
import type { ReactNode } from 'react';
import { ForOperators } from '../../features/account/for-operators.tsx';

interface DeskPageProps {
  readonly title: string;
  readonly lead?: string;
  readonly permissions: readonly Permission[];
  /** About the whole platform: of no use to who has the permissions for a part of it only. */
  readonly isWhole?: boolean;
  /** Beside the heading. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export const DeskPage = ({ title, lead, permissions, isWhole = false, actions, children }: DeskPageProps) => (
  <>
    <PageHeader title={title} lead={lead}>
      {actions}
    </PageHeader>
    <ForOperators permissions={permissions} isWhole={isWhole}>
      {children}
    </ForOperators>
  </>
);
