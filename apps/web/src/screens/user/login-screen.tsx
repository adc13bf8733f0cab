/** `/user/login`: the sign-in panel on a page of its own. Afterwards on to `?redirect=`, when that is a path of ours. */
import { buttonClass } from '@shufang/ui';
import { useNavigate, useSearchParams } from 'react-router';
import { LogoMark } from '../../features/account/logo-mark.tsx';
import { safeRedirect } from '../../features/account/safe-redirect.ts';
import { SignInPanel } from '../../features/account/sign-in-panel.tsx';
import { useSignOut } from '../../features/account/use-sign-out.ts';
import { useBroadcast } from '../../platform/events/use-broadcast.ts';
import { accountText } from '../../platform/messages/zh-cn/account.ts';
import { useSession } from '../../platform/session/session.ts';
import styles from './login-screen.module.css';

export const Component = () => {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const { token, name } = useSession();
  const { signOut } = useSignOut();
  const target = safeRedirect(params.get('redirect'));
  useBroadcast('loginSuccess', () => void navigate(target, { replace: true }));
  return (
    <div className={styles.screen}>
      <div className={styles.card}>
        <LogoMark />
        <h1 className={styles.title}>{accountText.loginTitle}</h1>
        {token === undefined ? (
          <SignInPanel initialMode={params.get('mode') === 'password' ? 'passwordLogin' : 'smsCodeLogin'} />
        ) : (
          <>
            <p className={styles.signedIn}>{accountText.alreadySignedIn(name ?? '')}</p>
            <p className={styles.actions}>
              <button type="button" className={buttonClass()} onClick={() => void navigate(target, { replace: true })}>
                {accountText.goOn}
              </button>
              <button type="button" className={buttonClass('quiet')} onClick={signOut}>
                {accountText.switchAccount}
              </button>
            </p>
          </>
        )}
      </div>
    </div>
  );
};
