/** Answers about the catalogue that are kept until it changes. Those of many people are the same: the same words, the next page of them. */
import type { Queryable } from '../../platform/database.ts';
import { readRevision } from './store.ts';

const KEPT_MAX = 1_000;

interface Kept {
  readonly revision: number;
  readonly answers: Map<string, Promise<unknown>>;
}

/** By the database they come from. */
const kept = new WeakMap<object, Kept>();

/** What `make` answered since the catalogue changed last, under this key; it depends on nothing else. */
export const whileUnchanged = async <T>(db: Queryable, key: string, make: () => Promise<T>): Promise<T> => {
  const revision = await readRevision(db);
  let here = kept.get(db);
  if (here?.revision !== revision) {
    here = { revision, answers: new Map() };
    kept.set(db, here);
  }
  const { answers } = here;
  const known = answers.get(key) as Promise<T> | undefined;
  const answer = known ?? make();
  answers.delete(key);
  answers.set(key, answer);
  if (known === undefined) answer.catch(() => answers.delete(key));
  const oldest = answers.size > KEPT_MAX ? answers.keys().next().value : undefined;
  if (oldest !== undefined) answers.delete(oldest);
  return answer;
};
