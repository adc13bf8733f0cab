/** `/user/login`: the sign-in panel on a page of its own. Afterwards on to `?redirect=`, when that is a path of ours. */
import { buttonClass } from '@shufang/ui';
import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { LogoMark } from '../../features/account/logo-mark.tsx';
import { safeRedirect } from '../../features/account/safe-redirect.ts';
import styles from '../../features/account/sign-in-card.module.css';
import { modeOf, type SignInMode, withMode } from '../../features/account/sign-in-mode.ts';
import { SignInPanel } from '../../features/account/sign-in-panel.tsx';
import { useSignOut } from '../../features/account/use-sign-out.ts';
import { onPopupDone } from '../../features/account/wechat-opener.ts';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { useBroadcast } from '../../platform/events/use-broadcast.ts';
import { accountText } from '../../platform/messages/zh-cn/account.ts';
import { signInText } from '../../platform/messages/zh-cn/sign-in.ts';
import { useSession } from '../../platform/session/session.ts';

export const Component = () => {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const { token, name } = useSession();
  const { signOut, signingOut } = useSignOut();
  const target = safeRedirect(params.get('redirect'));
  useBroadcast('loginSuccess', () => void navigate(target, { replace: true }));
  // A sign-in in WeChat's window ends here too, though the panel has gone by then: the session shows in all tabs at once.
  useEffect(
    () =>
      onPopupDone((word) => {
        if (word === 'signedIn') broadcast('loginSuccess');
      }),
    [],
  );
  /** The way in use stands in the address, so that a reload or a sent link shows it again. */
  const handleMode = (mode: SignInMode): void => void navigate({ search: withMode(mode, params.toString()) }, { replace: true });
  return (
    <div className={styles.screen}>
      <div className={styles.card}>
        <LogoMark />
        <h1 className={styles.title}>{accountText.loginTitle}</h1>
        {token === undefined ? (
          <SignInPanel initialMode={modeOf(params.get('mode'))} onModeChange={handleMode} returnTo={target} />
        ) : (
          <>
            <p className={styles.signedIn}>{accountText.alreadySignedIn(name ?? signInText.someone)}</p>
            <p className={styles.actions}>
              <button type="button" className={buttonClass()} onClick={() => void navigate(target, { replace: true })}>
                {signInText.enterAs(name ?? signInText.someone)}
              </button>
              <button type="button" className={buttonClass('quiet')} disabled={signingOut} onClick={signOut}>
                {accountText.switchAccount}
              </button>
            </p>
          </>
        )}
      </div>
    </div>
  );
};
