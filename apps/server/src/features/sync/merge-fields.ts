/** Merges a change into a record: the last writer wins, field by field. Pure functions. */
import type { Hlc } from '@shufang/contract';

export interface Clocked<Fields> {
  readonly fields: Fields;
  /** Timestamp of the value of each field, by field name; a field that was never written has none. */
  readonly clocks: Readonly<Record<string, Hlc>>;
}

export interface Merged<Fields> {
  readonly next: Clocked<Fields>;
  /** Whether a part of the change lost against a later one. */
  readonly lost: boolean;
  readonly changed: boolean;
}

/** Merges the fields. `null` in `given` deletes a value; a field that is absent in `given` does not change. */
export const mergeFields = <Fields extends object>(
  current: Clocked<Fields>,
  given: { readonly [K in keyof Fields]?: Fields[K] | null | undefined },
  hlc: Hlc,
): Merged<Fields> => {
  const fields: Record<string, unknown> = Object.fromEntries(Object.entries(current.fields));
  const clocks: Record<string, Hlc> = { ...current.clocks };
  let lost = false;
  let changed = false;
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue;
    const held = clocks[name] ?? '';
    if (hlc < held) lost = true;
    if (hlc <= held) continue;
    if (value === null) delete fields[name];
    else fields[name] = value;
    clocks[name] = hlc;
    changed = true;
  }
  return { next: { fields: fields as Fields, clocks }, lost, changed };
};
