/** `/user/login`: the sign-in panel as a page. After signing in, navigates to `?redirect=` if it is a path of this site. */
import { buttonClass, Panel, Row, Stack, Text } from '@shufang/ui';
import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { Logo } from '../../../features/account/logo.tsx';
import { onPopupDone } from '../../../features/account/pop-up-message.ts';
import { safeRedirect } from '../../../features/account/safe-redirect.ts';
import styles from '../../../features/account/sign-in-card.module.css';
import { findDraftMode } from '../../../features/account/sign-in-draft.ts';
import { modeOf, type SignInMode, titleOf, withMode } from '../../../features/account/sign-in-mode.ts';
import { SignInPanel } from '../../../features/account/sign-in-panel.tsx';
import { useSignOut } from '../../../features/account/use-sign-out.ts';
import { broadcast } from '../../../platform/events/broadcasts.ts';
import { useBroadcast } from '../../../platform/events/use-broadcast.ts';
import { accountText } from '../../../platform/messages/zh-cn/account.ts';
import { signInText } from '../../../platform/messages/zh-cn/sign-in.ts';
import { useSession } from '../../../platform/session/session.ts';

export const Component = () => {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const { token, name } = useSession();
  const { signOut, signingOut } = useSignOut();
  const mode = modeOf(params.get('mode')) ?? findDraftMode();
  const target = safeRedirect(params.get('redirect'));
  useBroadcast('loginSuccess', () => void navigate(target, { replace: true }));
  // Also continues after a sign-in that ended in a provider's pop-up window: every tab sees the new session at once, so the sign-in panel of
  // this tab is removed before it could handle the sign-in.
  useEffect(
    () =>
      onPopupDone((message) => {
        if (message === 'signedIn') broadcast('loginSuccess');
      }),
    [],
  );
  /** Stores the sign-in mode in the URL, so that a reload or a shared link shows the same mode. */
  const handleMode = (mode: SignInMode): void => void navigate({ search: withMode(mode, params.toString()) }, { replace: true });
  return (
    <Stack placeItems="center" className={styles.screen}>
      <Panel className={styles.card}>
        <Logo />
        <h1 className={styles.title}>{token === undefined ? titleOf(mode) : accountText.signIn}</h1>
        {token === undefined ? (
          <SignInPanel initialMode={modeOf(params.get('mode'))} onModeChange={handleMode} returnTo={target} />
        ) : (
          <>
            <Text as="p" tone="soft">
              {accountText.alreadySignedIn(name ?? signInText.someone)}
            </Text>
            <Row as="p" gap={12} marginTop={24}>
              <button type="button" className={buttonClass()} onClick={() => void navigate(target, { replace: true })}>
                {signInText.enterAs(name ?? signInText.someone)}
              </button>
              <button type="button" className={buttonClass('quiet')} disabled={signingOut} onClick={signOut}>
                {accountText.switchAccount}
              </button>
            </Row>
          </>
        )}
      </Panel>
    </Stack>
  );
};
