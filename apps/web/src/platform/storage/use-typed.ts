/** The words of a form as state that outlives the page: kept on this device for the person until they are sent or they sign out. */
import { useRef, useState } from 'react';
import { z } from 'zod';
import { useKeptDraft } from './use-kept-draft.ts';
import { useOwner } from './use-owner.ts';

const kept = z.record(z.string(), z.string());

/** Undefined for what an earlier client kept in another form. */
const readKept = (body: string): Record<string, string> | undefined => {
  try {
    return kept.safeParse(JSON.parse(body)).data;
  } catch {
    return undefined;
  }
};

interface Typed<Name extends string> {
  readonly values: Readonly<Record<Name, string>>;
  /** What stands there was typed in another visit and never sent; where that is not plain to see, the form says so. */
  readonly isRestored: boolean;
  readonly type: (name: Name, value: string) => void;
  /** For words that were sent, or that their writer gave up. `shown`: what stands there from now on; absent: the words stay to be seen. */
  readonly drop: (shown?: Readonly<Record<Name, string>>) => void;
  /** Drops the words and shows what stands there without them. */
  readonly giveUp: () => void;
}

/**
 * `form`: which form, and what it is about, as `rating:<bookId>`. `start`: every field with what stands there before anything is typed. Only
 * fields that differ from it are kept: what somebody else changed meanwhile in the others is not undone by words from before.
 */
export const useTyped = <Name extends string>(form: string, start: Readonly<Record<Name, string>>): Typed<Name> => {
  const owner = useOwner();
  const [values, setValues] = useState(start);
  const [isRestored, setRestored] = useState(false);
  const now = useRef(start);
  const isTouched = useRef(false);
  const show = (next: Readonly<Record<Name, string>>): void => {
    now.current = next;
    setValues(next);
  };
  const draft = useKeptDraft(owner, form, (body) => {
    const found = readKept(body);
    // Who has begun to type meanwhile goes on with that.
    if (found === undefined || isTouched.current) return;
    const entries = Object.entries<string>(now.current).map(([name, value]) => [name, found[name] ?? value] as const);
    setRestored(entries.some(([name, value]) => value !== now.current[name as Name]));
    show(Object.fromEntries(entries) as Record<Name, string>);
  });
  const drop = (shown?: Readonly<Record<Name, string>>): void => {
    isTouched.current = false;
    setRestored(false);
    if (shown !== undefined) show(shown);
    draft.drop();
  };
  return {
    values,
    isRestored,
    type: (name, value) => {
      isTouched.current = true;
      show({ ...now.current, [name]: value });
      draft.keep(
        JSON.stringify(Object.fromEntries(Object.entries<string>(now.current).filter(([each, typed]) => typed !== start[each as Name]))),
      );
    },
    drop,
    giveUp: () => drop(start),
  };
};
