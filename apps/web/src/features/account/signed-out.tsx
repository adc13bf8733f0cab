/** Stands where a person's own things would be while nobody is signed in: says what would be here, and asks to sign in once. */
import { buttonClass, EmptyState } from '@shufang/ui';
import { type MouseEvent, type ReactNode, useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { accountText } from '../../platform/messages/zh-cn/account.ts';
import { useSession } from '../../platform/session/session.ts';

const handleSignIn = (event: MouseEvent): void => {
  event.preventDefault();
  broadcast('signInRequest');
};

const SignedOutCard = ({ text, asks }: { text: string; asks: boolean }) => {
  const { pathname } = useLocation();
  useEffect(() => {
    if (asks) broadcast('signInRequest');
  }, [asks]);
  return (
    <EmptyState title={accountText.signedOutTitle}>
      <p>{text}</p>
      <Link to={`/user/login?redirect=${encodeURIComponent(pathname)}`} className={buttonClass()} onClick={handleSignIn}>
        {accountText.goSignIn}
      </Link>
    </EmptyState>
  );
};

/** Shows `children` to a signed-in person, the card to others. Whose session ended while they looked is asked by what ended it, if at all. */
export const ForSignedIn = ({ signedOutText, children }: { signedOutText: string; children: ReactNode }) => {
  const { token } = useSession();
  const [cameSignedOut] = useState(token === undefined);
  return token === undefined ? <SignedOutCard text={signedOutText} asks={cameSignedOut} /> : children;
};
