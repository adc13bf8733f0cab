/** Stores the text of a form as a draft on every keystroke, so that a sign-in, a reload or a crash loses nothing. */
import { useEffect, useEffectEvent, useRef } from 'react';
import { onSaveWork } from './unsaved-work.ts';

interface StoredDraft {
  readonly save: (body: string) => void;
  readonly drop: () => void;
}

type FormDrafts = typeof import('./form-drafts.ts');

const storage = (): Promise<FormDrafts> => import('./form-drafts.ts');

/** Stores the draft. `form`: identifies the form and its subject; undefined stores nothing. `onFound`: called once with the stored draft, if there is one. */
export const useStoredDraft = (owner: string, form: string | undefined, onFound: (body: string) => void): StoredDraft => {
  const handleFound = useEffectEvent(onFound);
  useEffect(() => {
    if (form === undefined) return;
    let isUnmounted = false;
    void storage()
      .then(({ findFormDraft }) => findFormDraft(owner, form))
      .then((body) => {
        if (!isUnmounted && body !== undefined && body !== '') handleFound(body);
      });
    return () => {
      isUnmounted = true;
    };
  }, [owner, form]);
  const writing = useRef<Promise<unknown>>(Promise.resolve());
  useEffect(() => onSaveWork(() => writing.current), []);
  const inStorage = (use: (drafts: FormDrafts, name: string) => unknown): void => {
    if (form !== undefined) writing.current = storage().then((drafts) => use(drafts, form));
  };
  return {
    save: (body) => inStorage((drafts, name) => drafts.saveFormDraft(owner, name, body)),
    drop: () => inStorage((drafts, name) => drafts.dropFormDraft(owner, name)),
  };
};
