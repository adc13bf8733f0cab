/** Rows of the user's settings: the providers of this installation, with the link of the account to each. */

import { type SignInProvider, type UserInfo, unbindProvider } from '@shufang/contract';
import { buttonClass, Cluster, ModalDialog } from '@shufang/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../platform/api/client.ts';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { providerText } from '../../platform/messages/zh-cn/sign-in-providers.ts';
import { userCenterText } from '../../platform/messages/zh-cn/user-center.ts';
import { showsOtherSites } from '../../platform/session/shows-other-sites.ts';
import { cacheUserInfo } from './profile-queries.ts';
import { ProviderPanel } from './provider-panel.tsx';
import { signInOptionsQuery } from './queries.ts';
import { SettingRow } from './setting-row.tsx';
import styles from './user-center.module.css';

const UnbindDialog = ({ provider, onClose }: { provider: SignInProvider; onClose: () => void }) => {
  const queryClient = useQueryClient();
  const text = providerText(provider);
  const unbinding = useMutation({
    mutationFn: () => call(unbindProvider, { provider }),
    onSuccess: (user) => {
      cacheUserInfo(queryClient, user);
      broadcast('toast', { kind: 'success', text: text.removed });
      onClose();
    },
  });
  return (
    <ModalDialog title={userCenterText.unbindProvider} onClose={onClose}>
      <p>{text.unbindAsk}</p>
      <Cluster gap={12} justify="end" marginTop={8}>
        <button type="button" className={buttonClass('quiet')} onClick={onClose}>
          {userCenterText.cancel}
        </button>
        <button type="button" className={buttonClass()} disabled={unbinding.isPending} onClick={() => unbinding.mutate()}>
          {userCenterText.unbindProvider}
        </button>
      </Cluster>
    </ModalDialog>
  );
};

const ProviderRow = ({ provider, isLinked }: { provider: SignInProvider; isLinked: boolean }) => {
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  const text = providerText(provider);
  return (
    <>
      <SettingRow name={text.name} value={isLinked ? userCenterText.providerBound : userCenterText.providerUnbound}>
        <button type="button" className={styles.textButton} onClick={() => setOpen(true)}>
          {isLinked ? userCenterText.unbindProvider : text.bind}
        </button>
      </SettingRow>
      {isOpen && isLinked ? <UnbindDialog provider={provider} onClose={close} /> : null}
      {isOpen && !isLinked ? (
        <ModalDialog title={text.bind} onClose={close}>
          <ProviderPanel provider={provider} returnTo="/user" />
        </ModalDialog>
      ) : null}
    </>
  );
};

export const ProviderRows = ({ user }: { user: UserInfo }) => {
  const { data: options } = useQuery(signInOptionsQuery());
  const providers = options?.providers.filter((provider) => showsOtherSites() || user.linkedProviders.includes(provider));
  return providers?.map((provider) => (
    <ProviderRow key={provider} provider={provider} isLinked={user.linkedProviders.includes(provider)} />
  ));
};
