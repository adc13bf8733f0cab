/** How the person signs in: number, password, WeChat. */
import { type UserInfo, unbindWechat } from '@shufang/contract';
import { buttonClass, ModalDialog } from '@shufang/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../platform/api/client.ts';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { userCenterText } from '../../platform/messages/zh-cn/user-center.ts';
import { ChangePhoneDialog } from './change-phone-dialog.tsx';
import { keepUserInfo } from './profile-queries.ts';
import { signInOptionsQuery } from './queries.ts';
import { SettingRow } from './setting-row.tsx';
import styles from './user-center.module.css';

type Dialog = 'phone' | 'password' | 'wechat' | 'unbindWechat';

const UnbindWechatDialog = ({ onClose }: { onClose: () => void }) => {
  const queryClient = useQueryClient();
  const unbinding = useMutation({
    mutationFn: () => call(unbindWechat, {}),
    onSuccess: (user) => {
      keepUserInfo(queryClient, user);
      broadcast('toast', { kind: 'success', text: userCenterText.wechatRemoved });
      onClose();
    },
  });
  return (
    <ModalDialog title={userCenterText.unbindWechat} onClose={onClose}>
      <p>{userCenterText.wechatUnbindAsk}</p>
      <div className={styles.dialogActions}>
        <button type="button" className={buttonClass('quiet')} onClick={onClose}>
          {userCenterText.cancel}
        </button>
        <button type="button" className={buttonClass()} disabled={unbinding.isPending} onClick={() => unbinding.mutate()}>
          {userCenterText.unbindWechat}
        </button>
      </div>
    </ModalDialog>
  );
};

export const SecurityRows = ({ user }: { user: UserInfo }) => {
  const [open, setOpen] = useState<Dialog>();
  const { data: options } = useQuery(signInOptionsQuery());
  const close = (): void => setOpen(undefined);
  return (
    <>
      <SettingRow name={userCenterText.phone} value={user.tel || userCenterText.noPhone}>
        <button type="button" className={styles.textButton} onClick={() => setOpen('phone')}>
          {userCenterText.changePhone}
        </button>
      </SettingRow>
      {options?.wechat ? (
        <SettingRow name={userCenterText.wechat} value={user.wechatBound ? userCenterText.wechatBound : userCenterText.wechatUnbound}>
          {user.wechatBound ? (
            <button type="button" className={styles.textButton} onClick={() => setOpen('unbindWechat')}>
              {userCenterText.unbindWechat}
            </button>
          ) : null}
        </SettingRow>
      ) : null}
      {open === 'phone' ? <ChangePhoneDialog user={user} onClose={close} /> : null}
      {open === 'unbindWechat' ? <UnbindWechatDialog onClose={close} /> : null}
    </>
  );
};
