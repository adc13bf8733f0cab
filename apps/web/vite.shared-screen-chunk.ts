/** Puts modules shared by at least two server-rendered screens into one chunk, because small files cost a round trip each. */
import path from 'node:path';
import type { Rolldown } from 'vite';

/** Returns the client modules that a screen imports statically, without the screen's own module and without libraries. */
const modulesOf = (screen: string, context: Rolldown.ChunkingContext): Set<string> => {
  const found = new Set<string>();
  const open = [screen];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    for (const imported of context.getModuleInfo(id)?.importedIds ?? []) {
      if (found.has(imported) || !imported.startsWith(path.join(import.meta.dirname, 'src'))) continue;
      found.add(imported);
      open.push(imported);
    }
  }
  return found;
};

export const sharedScreenChunk = (screens: readonly string[]): Rolldown.CodeSplittingNameFunction => {
  let shared: Set<string> | undefined;
  return (id, context) => {
    if (shared === undefined) {
      const sets = screens.map((screen) => modulesOf(path.join(import.meta.dirname, screen), context));
      shared = new Set([...new Set(sets.flatMap((set) => [...set]))].filter((module) => sets.filter((set) => set.has(module)).length >= 2));
    }
    return shared.has(id) ? 'first' : null;
  };
};
