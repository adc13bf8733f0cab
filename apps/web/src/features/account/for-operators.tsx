/** What only those who run the library see. The server decides on each call; this only saves people a walk into a wall. */
import { isOperatorRole } from '@shufang/contract';
import { EmptyState } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { accountText } from '../../platform/messages/zh-cn/account.ts';
import { shellText } from '../../platform/messages/zh-cn/shell.ts';
import { useSession } from '../../platform/session/session.ts';
import { roleQuery } from './queries.ts';

/** `undefined`: the server has not said yet. */
export const useIsOperator = (): boolean | undefined => {
  const { userId, role: kept } = useSession();
  const { data, isPending, isFetching } = useQuery(roleQuery(userId));
  const role = data ?? kept;
  if (role !== undefined) return isOperatorRole(role);
  return isPending && isFetching ? undefined : false;
};

/** Shows `children` to operators; says to others who may. For signed-in people. */
export const ForOperators = ({ children }: { children: ReactNode }) => {
  const isOperator = useIsOperator();
  if (isOperator === undefined) return <p role="status">{shellText.loading}</p>;
  if (isOperator) return children;
  return (
    <EmptyState title={accountText.operatorsOnly}>
      <p>{accountText.operatorsOnlyHint}</p>
    </EmptyState>
  );
};
