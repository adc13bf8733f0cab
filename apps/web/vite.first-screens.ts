/** Brings together what at least two of the first screens use: the smaller the file, the more its way to the server weighs. */
import path from 'node:path';
import type { Rolldown } from 'vite';

/** The modules of the client that a screen needs at once, itself and libraries left out. */
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

export const firstScreens = (screens: readonly string[]): Rolldown.CodeSplittingNameFunction => {
  let shared: Set<string> | undefined;
  return (id, context) => {
    if (shared === undefined) {
      const sets = screens.map((screen) => modulesOf(path.join(import.meta.dirname, screen), context));
      shared = new Set([...new Set(sets.flatMap((set) => [...set]))].filter((module) => sets.filter((set) => set.has(module)).length >= 2));
    }
    return shared.has(id) ? 'first' : null;
  };
};
