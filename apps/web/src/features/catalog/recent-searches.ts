/** Recent searches of this device's current user; another user does not see them. */
import { z } from 'zod';
import { create } from 'zustand';
import { storedValue } from '../../platform/session/stored-value.ts';

const SEARCHES_MAX = 8;
const LIFETIME_MS = 90 * 86_400_000;

const recent = z.object({ owner: z.string(), queries: z.array(z.string()) });
const stored = storedValue('recentSearches', recent, LIFETIME_MS);

interface RecentSearches extends z.output<typeof recent> {
  readonly save: (owner: string, query: string) => void;
  readonly forget: () => void;
}

const useStored = create<RecentSearches>((set, get) => ({
  ...(stored.find() ?? { owner: '', queries: [] }),
  save: (owner, query) => {
    const known = get().owner === owner ? get().queries : [];
    const now = { owner, queries: [query, ...known.filter((each) => each !== query)].slice(0, SEARCHES_MAX) };
    stored.store(now);
    set(now);
  },
  forget: () => {
    stored.remove();
    set({ queries: [] });
  },
}));

const NONE: readonly string[] = [];

/** Returns the recent searches, the newest first, and functions that change them. */
export const useRecentSearches = (owner: string) => {
  const { save, forget, ...recent } = useStored();
  return { queries: recent.owner === owner ? recent.queries : NONE, keep: (query: string) => save(owner, query), forget };
};
