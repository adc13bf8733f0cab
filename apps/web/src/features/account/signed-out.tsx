/** Placeholder for personal content without a session: describes the content and asks the user to sign in. */
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

/**
 * Shows `children` to signed-in users, and a card that asks to sign in to others. If a session ends on this page, a dialog asks to sign in.
 */
export const ForSignedIn = ({ signedOutText, children }: { signedOutText: string; children: ReactNode }) => {
  const { token } = useSession();
  const [cameSignedOut] = useState(token === undefined);
  return token === undefined ? <SignedOutCard text={signedOutText} asks={cameSignedOut} /> : children;
};
