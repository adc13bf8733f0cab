/** Notice that the account is about to be erased, with a button that withdraws the request. */
import { cancelAccountClosure } from '@shufang/contract';
import { buttonClass, Cluster } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api/client.ts';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { userCenterText } from '../../platform/messages/zh-cn/user-center.ts';
import { cacheUserInfo } from './profile-queries.ts';
import styles from './user-center.module.css';

export const ClosingNotice = ({ closesAt }: { closesAt: number }) => {
  const queryClient = useQueryClient();
  const keeping = useMutation({
    mutationFn: () => call(cancelAccountClosure, {}),
    onSuccess: (user) => {
      cacheUserInfo(queryClient, user);
      broadcast('toast', { kind: 'success', text: userCenterText.accountReopened });
    },
  });
  return (
    <Cluster align="center" justify="between" marginBottom={24} className={styles.notice} role="status">
      <p>{userCenterText.closing(closesAt)}</p>
      <button type="button" className={buttonClass()} disabled={keeping.isPending} onClick={() => keeping.mutate()}>
        {userCenterText.cancelAccountClosure}
      </button>
    </Cluster>
  );
};
