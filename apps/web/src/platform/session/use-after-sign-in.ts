import { useEffect, useEffectEvent } from 'react';
import { useSession } from './session.ts';
import { takeSignInIntent } from './sign-in-intent.ts';

/** Calls `act` once with what `signInFor` kept of this step, as soon as somebody is signed in and the page is ready for it. */
export const useAfterSignIn = (what: string, isReady: boolean, act: (value: string) => void): void => {
  const isSignedIn = useSession((session) => session.token !== undefined);
  const handleTaken = useEffectEvent(act);
  useEffect(() => {
    if (!isSignedIn || !isReady) return;
    const value = takeSignInIntent(what);
    if (value !== undefined) handleTaken(value);
  }, [isSignedIn, isReady, what]);
};
