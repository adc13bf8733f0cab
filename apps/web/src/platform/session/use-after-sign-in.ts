import { useEffect, useEffectEvent } from 'react';
import { useSession } from './session.ts';
import { takeSignInIntent } from './sign-in-intent.ts';

/** Calls `resume` once with the value stored by `signInFor` for this action, as soon as the user is signed in and the page is ready. */
export const useAfterSignIn = (what: string, isReady: boolean, resume: (value: string) => void): void => {
  const isSignedIn = useSession((session) => session.token !== undefined);
  const handleResume = useEffectEvent(resume);
  useEffect(() => {
    if (!isSignedIn || !isReady) return;
    const value = takeSignInIntent(what);
    if (value !== undefined) handleResume(value);
  }, [isSignedIn, isReady, what]);
};
