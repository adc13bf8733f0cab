/** Remembers the manual articles on which the user of this browser has voted, so that nobody is asked twice. */
import { z } from 'zod';
import { create } from 'zustand';
import { storedValue } from '../../platform/session/stored-value.ts';

const stored = storedValue('helpVotes', z.record(z.string(), z.boolean()));

interface Votes {
  readonly votes: Readonly<Record<string, boolean>>;
  readonly keep: (article: string, useful: boolean) => void;
}

export const useVotes = create<Votes>((set, get) => ({
  votes: stored.find() ?? {},
  keep: (article, useful) => {
    const votes = { ...get().votes, [article]: useful };
    stored.store(votes);
    set({ votes });
  },
}));
