/** Says that the account is about to be erased, and takes that back. */
import { keepAccount } from '@shufang/contract';
import { buttonClass } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api/client.ts';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { userCenterText } from '../../platform/messages/zh-cn/user-center.ts';
import { keepUserInfo } from './profile-queries.ts';
import styles from './user-center.module.css';

export const ClosingNotice = ({ closesAt }: { closesAt: number }) => {
  const queryClient = useQueryClient();
  const keeping = useMutation({
    mutationFn: () => call(keepAccount, {}),
    onSuccess: (user) => {
      keepUserInfo(queryClient, user);
      broadcast('toast', { kind: 'success', text: userCenterText.accountKept });
    },
  });
  return (
    <div className={styles.notice} role="status">
      <p>{userCenterText.closing(closesAt)}</p>
      <button type="button" className={buttonClass()} disabled={keeping.isPending} onClick={() => keeping.mutate()}>
        {userCenterText.keepAccount}
      </button>
    </div>
  );
};
