/** What only those who run the library see. The server decides on each call; this only saves people a walk into a wall. */
import type { Permission } from '@shufang/contract';
import { EmptyState, LoadFailure } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { accountText } from '../../platform/messages/zh-cn/account.ts';
import { shellText } from '../../platform/messages/zh-cn/shell.ts';
import { useSession } from '../../platform/session/session.ts';
import { rolesQuery } from './queries.ts';

/** Whether the person has one of these permissions; `undefined`: the server has not said yet. */
export const useMayAny = (permissions: readonly Permission[]): boolean | undefined => {
  const userId = useSession((session) => session.userId);
  const { data, isPending, isFetching } = useQuery(rolesQuery(userId));
  if (data !== undefined) return permissions.some((permission) => data.permissions.includes(permission));
  return isPending && isFetching ? undefined : false;
};

/** Whether the person has this permission for the whole platform, and not for a publisher or an institution only. */
export const useMayWhole = (permission: Permission): boolean | undefined => {
  const userId = useSession((session) => session.userId);
  const { data } = useQuery(rolesQuery(userId));
  const may = useMayAny([permission]);
  return may === true ? data?.boundPermissions?.includes(permission) !== true : may;
};

/** Those who run the library, its money, an institution's list or the platform have one of these. */
export const OPERATOR_PERMISSIONS: readonly Permission[] = ['importBook', 'approveRefund', 'manageLicenceMembers', 'runPlatform'];

interface ForOperatorsProps {
  readonly permissions: readonly Permission[];
  /** Of no use to who has the permissions for a part of the platform only. */
  readonly isWhole?: boolean;
  readonly children: ReactNode;
}

/** Shows `children` to who has one of `permissions`; says to others who may. For signed-in people. */
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
