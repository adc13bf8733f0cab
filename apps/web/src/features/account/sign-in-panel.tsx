/** The sign-in panel: by SMS code (first) or by password. The same in the dialog and on `/user/login`. */
import './mantine-sign-in.css';
import { type MouseEvent, useState } from 'react';
import { Link } from 'react-router';
import { accountText } from '../../platform/messages/zh-cn/account.ts';
import { PasswordSignInForm } from './password-sign-in-form.tsx';
import styles from './sign-in.module.css';
import { SmsSignInForm } from './sms-sign-in-form.tsx';

export type SignInMode = 'smsCodeLogin' | 'passwordLogin';

/** `onLeave`: the person follows a link out of the panel (the dialog closes). */
export const SignInPanel = ({ initialMode = 'smsCodeLogin', onLeave }: { initialMode?: SignInMode; onLeave?: () => void }) => {
  const [mode, setMode] = useState(initialMode);
  const [tel, setTel] = useState('');
  const bySms = mode === 'smsCodeLogin';
  const handleSwitch = (event: MouseEvent): void => {
    event.preventDefault();
    setMode(bySms ? 'passwordLogin' : 'smsCodeLogin');
  };
  return (
    <div className={styles.panel}>
      {bySms ? <SmsSignInForm tel={tel} onTelChange={setTel} /> : <PasswordSignInForm tel={tel} onTelChange={setTel} />}
      <p className={styles.modes}>
        <a href={bySms ? '/user/login?mode=password' : '/user/login'} className={styles.link} onClick={handleSwitch}>
          {bySms ? accountText.switchToPassword : accountText.switchToSmsCode}
        </a>
        {bySms ? <span className={styles.expert}>{accountText.expertHint}</span> : null}
      </p>
      <p className={styles.consent}>
        {accountText.consent}
        <Link to="/helper/contact#terms" className={styles.link} onClick={onLeave}>
          {accountText.terms}
        </Link>
      </p>
    </div>
  );
};
