/** Content for operators only. The server authorizes each call; this only hides content whose calls the server would refuse. */
import type { Permission } from '@shufang/contract';
import { EmptyState, LoadFailure } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { accountText } from '../../platform/messages/zh-cn/account.ts';
import { shellText } from '../../platform/messages/zh-cn/shell.ts';
import { useSession } from '../../platform/session/session.ts';
import { rolesQuery } from './queries.ts';

/** Returns whether the user has one of these permissions; `undefined` until the roles are loaded. */
export const useMayAny = (permissions: readonly Permission[]): boolean | undefined => {
  const userId = useSession((session) => session.userId);
  const { data, isPending, isFetching } = useQuery(rolesQuery(userId));
  if (data !== undefined) return permissions.some((permission) => data.permissions.includes(permission));
  return isPending && isFetching ? undefined : false;
};

/** Returns whether the user has this permission for the whole platform, not only within a scope. */
export const useMayWhole = (permission: Permission): boolean | undefined => {
  const userId = useSession((session) => session.userId);
  const { data } = useQuery(rolesQuery(userId));
  const may = useMayAny([permission]);
  return may === true ? data?.boundPermissions?.includes(permission) !== true : may;
};

/** The permissions of operators: every operator role has at least one of them, so whoever has one is an operator. */
export const OPERATOR_PERMISSIONS: readonly Permission[] = ['importBook', 'approveRefund', 'manageLicenseMembers', 'runPlatform'];

interface ForOperatorsProps {
  readonly permissions: readonly Permission[];
  /** Whether operators whose permissions are limited to a scope see a message instead of the content. */
  readonly isWhole?: boolean;
  readonly children: ReactNode;
}

/** Shows `children` to users with one of `permissions`, and a message to others. Requires a session. */
export const ForOperators = ({ permissions, isWhole = false, children }: ForOperatorsProps) => {
  const isOperator = useMayAny(permissions);
  const userId = useSession((session) => session.userId);
  const { data, isError, refetch } = useQuery(rolesQuery(userId));
  if (isError && data === undefined) {
    return <LoadFailure text={shellText.screenFailed} retryLabel={shellText.retry} onRetry={() => void refetch()} />;
  }
  if (isOperator === undefined) return <p role="status">{shellText.loading}</p>;
  if (isOperator && isWhole && permissions.every((permission) => data?.boundPermissions?.includes(permission))) {
    return (
      <EmptyState title={accountText.platformOnly}>
        <p>{accountText.platformOnlyHint}</p>
      </EmptyState>
    );
  }
  if (isOperator) return children;
  return (
    <EmptyState title={accountText.operatorsOnly}>
      <p>{accountText.operatorsOnlyHint}</p>
    </EmptyState>
  );
};
