/** The dialogs any part of the client can bring about: sign-in, no network, replaced on another device. Each opens once however often it is asked for. */
import { WECHAT_RETURN_PATH } from '@shufang/contract';
import { AlertDialog } from '@shufang/ui';
import { useQueryClient } from '@tanstack/react-query';
import { type ComponentType, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { SignInDialogProps } from '../../features/account/sign-in-dialog.tsx';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { useBroadcast } from '../../platform/events/use-broadcast.ts';
import { networkText } from '../../platform/messages/zh-cn/network.ts';
import { shellText } from '../../platform/messages/zh-cn/shell.ts';
import { findSessionToken, lapseSession, useSession } from '../../platform/session/session.ts';
import { dropSignInIntent } from '../../platform/session/sign-in-intent.ts';

import { useReplacedNotice } from './use-replaced-notice.ts';

/** Pages that are for signing in themselves, and know where to go afterwards. */
const LOGIN_ROUTES: readonly string[] = ['/user/login', WECHAT_RETURN_PATH];

export const SessionDialogs = () => {
  const { pathname } = useLocation();
  const queryClient = useQueryClient();
  const [signingIn, setSigningIn] = useState(false);
  // Loaded when it is first needed, and kept from then on.
  const [SignInDialog, setSignInDialog] = useState<ComponentType<SignInDialogProps>>();
  const [offline, setOffline] = useState(false);
  const [kickedOut, setKickedOut] = useState(false);
  const onLoginRoute = LOGIN_ROUTES.includes(pathname);

  useReplacedNotice(!onLoginRoute);

  const focusBefore = useRef<Element | null>(null);

  const loadSignInDialog = async (): Promise<void> => {
    try {
      const loaded = await import('../../features/account/sign-in-dialog.tsx');
      setSignInDialog(() => loaded.SignInDialog);
    } catch (error) {
      // Without a network the dialog's code cannot come; asking again later can.
      reportError(error);
      setSigningIn(false);
      setOffline(true);
    }
  };
  useBroadcast('signInRequest', () => {
    if (onLoginRoute || signingIn) return;
    focusBefore.current = document.activeElement;
    setSigningIn(true);
    void loadSignInDialog();
  });
  useBroadcast('networkFailure', () => setOffline(true));
  useBroadcast('userKickedOut', () => {
    if (useSession.getState().token === undefined) return;
    lapseSession('replaced');
    setKickedOut(true);
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
    // A button of the skeleton that was shown while the first screen was loading has gone meanwhile: its successor takes the focus.
    const target = before?.isConnected ? before : document.querySelector('[data-opens-sign-in]');
    if (target instanceof HTMLElement) target.focus({ preventScroll: true });
  };
  const handleSignInGivenUp = (): void => {
    setSigningIn(false);
    // A later sign-in for something else takes nothing up by itself.
    if (findSessionToken() === undefined) dropSignInIntent();
  };
  const handleNetworkConfirmed = (): void => {
    setOffline(false);
    broadcast('reloadRequest');
  };
  const handleKickedOutConfirmed = (): void => {
    setKickedOut(false);
    broadcast('signInRequest');
  };

  return (
    <>
      {SignInDialog ? <SignInDialog opened={signingIn} onClose={handleSignInGivenUp} onClosed={handleSignInClosed} /> : null}
      {offline ? (
        <AlertDialog title={networkText.failedTitle} confirmLabel={networkText.confirm} onConfirm={handleNetworkConfirmed}>
          {networkText.failed}
        </AlertDialog>
      ) : null}
      {kickedOut ? (
        <AlertDialog title={shellText.errorTitle} confirmLabel={shellText.confirm} onConfirm={handleKickedOutConfirmed}>
          {shellText.kickedOut}
        </AlertDialog>
      ) : null}
    </>
  );
};
