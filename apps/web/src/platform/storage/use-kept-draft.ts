/** What is being written in a form, on disk at every keystroke, so that a sign-in, a reload or a crash loses nothing. */
import { useEffect, useEffectEvent } from 'react';

interface KeptDraft {
  readonly keep: (body: string) => void;
  readonly drop: () => void;
}

const storage = () => import('./form-drafts.ts');

/** `form`: which form, and what it is about. `onFound`: called once with what was kept, when there is something. */
export const useKeptDraft = (owner: string, form: string, onFound: (body: string) => void): KeptDraft => {
  const handleFound = useEffectEvent(onFound);
  useEffect(() => {
    let left = false;
    void storage()
      .then(({ findFormDraft }) => findFormDraft(owner, form))
      .then((body) => {
        if (!left && body !== undefined && body !== '') handleFound(body);
      });
    return () => {
      left = true;
    };
  }, [owner, form]);
  return {
    keep: (body) => void storage().then(({ saveFormDraft }) => saveFormDraft(owner, form, body)),
    drop: () => void storage().then(({ dropFormDraft }) => dropFormDraft(owner, form)),
  };
};
