/** What was searched for on this device of late, by whoever used it last: the next person sees nothing of it. */
import { z } from 'zod';
import { create } from 'zustand';
import { storedValue } from '../../platform/session/stored-value.ts';

const WORDS_MAX = 8;
const LIFETIME_MS = 90 * 86_400_000;

const recent = z.object({ owner: z.string(), words: z.array(z.string()) });
const stored = storedValue('recentSearches', recent, LIFETIME_MS);

interface RecentSearches extends z.output<typeof recent> {
  readonly keep: (owner: string, word: string) => void;
  readonly forget: () => void;
}

const useStored = create<RecentSearches>((set, get) => ({
  ...(stored.find() ?? { owner: '', words: [] }),
  keep: (owner, word) => {
    const known = get().owner === owner ? get().words : [];
    const now = { owner, words: [word, ...known.filter((each) => each !== word)].slice(0, WORDS_MAX) };
    stored.store(now);
    set(now);
  },
  forget: () => {
    stored.remove();
    set({ words: [] });
  },
}));

const NONE: readonly string[] = [];

/** The newest first. */
export const useRecentSearches = (owner: string) => {
  const { keep, forget, ...kept } = useStored();
  return { words: kept.owner === owner ? kept.words : NONE, keep: (word: string) => keep(owner, word), forget };
};
