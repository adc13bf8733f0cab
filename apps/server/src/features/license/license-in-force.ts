/** A license in force for a caller, with the seats and concurrent readers it allows. */
import type { LicenseMode } from '@shufang/contract';

/** A limit of a license and how much of it is in use. `isMine`: whether the caller holds one of the used seats or slots. */
export interface CapacityUse {
  readonly limit: number;
  readonly taken: number;
  readonly isMine: boolean;
}

/** Limits of a license: the number of seats, and of concurrent readers; undefined: no limit. */
export interface LicenseCapacity {
  readonly seats?: CapacityUse;
  readonly readers?: CapacityUse;
}

/** A license that the caller may use: by client IP, by this session's sign-in, or by the institution's list. */
export interface LicenseInForce extends LicenseCapacity {
  readonly id: string;
  readonly institution: string;
  /** How the caller was recognized: by client IP, sign-in or list. */
  readonly mode: LicenseMode;
  /** The licensed books; undefined: every published book. */
  readonly bookIds: ReadonlySet<string> | undefined;
  readonly endsAt: number;
}
