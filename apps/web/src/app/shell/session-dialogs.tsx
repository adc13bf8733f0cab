/**
 * Dialogs opened by broadcasts: sign-in, second factor, network failure, session replaced. Each opens once, however many broadcasts arrive.
 */
import { type SecondFactorRequired, SIGN_IN_RETURN_PATH } from '@shufang/contract';
import { AlertDialog } from '@shufang/ui';
import { useQueryClient } from '@tanstack/react-query';
import { type ComponentType, lazy, Suspense, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation } from 'react-router';
import type { SignInDialogProps } from '../../features/account/sign-in-dialog.tsx';
import { useConnection } from '../../platform/api/connection.ts';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { useBroadcast } from '../../platform/events/use-broadcast.ts';
import { networkText } from '../../platform/messages/zh-cn/network.ts';
import { shellText } from '../../platform/messages/zh-cn/shell.ts';
import { holdSignInRequests } from '../../platform/session/ask-to-sign-in.ts';
import { findSessionToken, lapseSession, useSession } from '../../platform/session/session.ts';
import { dropSignInIntent } from '../../platform/session/sign-in-intent.ts';

import { useReplacedDeviceToast } from './use-replaced-device-toast.ts';

const SecondFactorDialog = lazy(async () => ({
  default: (await import('../../features/account/second-factor-dialog.tsx')).SecondFactorDialog,
}));

/** Pages that contain the sign-in panel, and navigate by themselves after a sign-in; no sign-in dialog opens on them. */
const LOGIN_ROUTES: readonly string[] = ['/user/login', SIGN_IN_RETURN_PATH];

export const SessionDialogs = () => {
  const { pathname } = useLocation();
  const queryClient = useQueryClient();
  const [signingIn, setSigningIn] = useState(false);
  // Component of the sign-in dialog; its code is loaded when the dialog is opened for the first time.
  const [SignInDialog, setSignInDialog] = useState<ComponentType<SignInDialogProps>>();
  const offline = useConnection((connection) => connection.isAlerted);
  const setOffline = (isAlerted: boolean): void => useConnection.setState({ isAlerted });
  const [kickedOut, setKickedOut] = useState(false);
  const [secondFactor, setSecondFactor] = useState<SecondFactorRequired>();
  const onLoginRoute = LOGIN_ROUTES.includes(pathname);

  useReplacedDeviceToast(!onLoginRoute);

  const focusBefore = useRef<Element | null>(null);

  const loadSignInDialog = async (): Promise<void> => {
    try {
      const loaded = await import('../../features/account/sign-in-dialog.tsx');
      setSignInDialog(() => loaded.SignInDialog);
    } catch (error) {
      // The dialog's code could not be loaded; the next request to sign in loads it again.
      reportError(error);
      setSigningIn(false);
      setOffline(true);
    }
  };
  useBroadcast('signInRequest', () => {
    if (onLoginRoute || signingIn || kickedOut) return;
    focusBefore.current = document.activeElement;
    setSigningIn(true);
    void loadSignInDialog();
  });
  useBroadcast('secondFactorRequest', setSecondFactor);
  useBroadcast('networkFailure', () => setOffline(true));
  useBroadcast('userKickedOut', () => {
    if (useSession.getState().token === undefined) return;
    lapseSession('replaced');
    setKickedOut(true);
    // Lists show again what everybody sees, without the marks of the books that the user owns. An open book stays as it is.
    if (!pathname.startsWith('/course/learning/')) void queryClient.invalidateQueries({ queryKey: ['catalog'] });
  });
  useBroadcast('reloadRequest', () => {
    void queryClient.refetchQueries({ predicate: (query) => query.state.status === 'error' });
  });
  useBroadcast('loginSuccess', () => {
    setSigningIn(false);
    if (!onLoginRoute) location.reload();
  });

  const handleSignInClosed = (): void => {
    const before = focusBefore.current;
    // If the button that had the focus was part of a skeleton, which the loaded page has replaced, the corresponding button of the page
    // gets the focus.
    const target = before?.isConnected ? before : document.querySelector('[data-opens-sign-in]');
    if (target instanceof HTMLElement) target.focus({ preventScroll: true });
  };
  const handleSignInDismissed = (): void => {
    setSigningIn(false);
    holdSignInRequests();
    // The stored intent is deleted if the user has not signed in, so that a later sign-in does not resume it.
    if (findSessionToken() === undefined) dropSignInIntent();
  };
  const handleOfflineConfirmed = (): void => {
    setOffline(false);
    broadcast('reloadRequest');
  };
  const handleKickedOutConfirmed = (): void => {
    // The alert is closed synchronously, because sign-in requests are ignored while it is open.
    flushSync(() => setKickedOut(false));
    broadcast('signInRequest');
  };

  return (
    <>
      {SignInDialog && signingIn ? <SignInDialog onClose={handleSignInDismissed} onClosed={handleSignInClosed} /> : null}
      {secondFactor === undefined ? null : (
        <Suspense fallback={null}>
          <SecondFactorDialog key={secondFactor.ticket} waiting={secondFactor} onClose={() => setSecondFactor(undefined)} />
        </Suspense>
      )}
      {offline ? (
        <AlertDialog title={networkText.failedTitle} confirmLabel={networkText.confirm} onConfirm={handleOfflineConfirmed}>
          {networkText.failed}
        </AlertDialog>
      ) : null}
      {kickedOut ? (
        <AlertDialog title={shellText.errorTitle} confirmLabel={shellText.signInAgain} onConfirm={handleKickedOutConfirmed}>
          {shellText.kickedOut}
        </AlertDialog>
      ) : null}
    </>
  );
};
