/** The question being written, on disk at every keystroke, so that a sign-in, a reload or a crash loses nothing. */
import { useEffect, useEffectEvent } from 'react';
import { dropDraft, findDraft, saveDraft } from '../../platform/storage/drafts.ts';
import { readerDatabase } from '../../platform/storage/reader-database.ts';

const KEY = 'ticket';

interface TicketDraft {
  readonly keep: (body: string) => void;
  readonly drop: () => void;
}

/** `onFound`: called once with what was kept, when there is something. */
export const useTicketDraft = (owner: string, onFound: (body: string) => void): TicketDraft => {
  const handleFound = useEffectEvent(onFound);
  useEffect(() => {
    let left = false;
    void findDraft(readerDatabase(), owner, KEY).then((draft) => {
      if (!left && draft !== undefined && draft.body !== '') handleFound(draft.body);
    });
    return () => {
      left = true;
    };
  }, [owner]);
  return {
    keep: (body) => void saveDraft(readerDatabase(), owner, KEY, body),
    drop: () => void dropDraft(readerDatabase(), owner, KEY),
  };
};
