/** How far into the platform a caller reaches with a call of the desk, as the router asks it. The rule itself is the account slice's (`reach.ts`, `desk-marks.ts`). */
import type { SignedInReader } from './call-context.ts';

/** The part of the platform somebody's roles were given for: what belongs to one of these, and nothing else. */
export interface Bounds {
  /** Names of publishers whose books, and what hangs on them, are in reach. */
  readonly publishers: readonly string[];
  /** Ids of institutions in reach. */
  readonly institutions: readonly string[];
}

export interface CallReach {
  /** Undefined: no bound, or no call of the desk. Throws `platformOnly` where the call is about the whole platform and the caller has a part. */
  readonly boundsOf: (callName: string, reader: SignedInReader | undefined) => Promise<Bounds | undefined>;
  /** Throws what the call answers for something that does not exist, where `input` names something out of bounds. */
  readonly requireWithin: (callName: string, bounds: Bounds | undefined, input: unknown) => Promise<void>;
}
