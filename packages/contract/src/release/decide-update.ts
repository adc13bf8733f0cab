/** The decision of the desktop client after a check for updates (specification.md §4): a pure function, so that every case can be listed. */
import { compareVersions } from './update-manifest.ts';

/** A check for updates and its result. */
export interface UpdateCheck {
  /** Whether the client was packaged. A client that runs from source never updates itself. */
  readonly isPackaged: boolean;
  /** The version code of the running client. */
  readonly current: string;
  /** The version code of the newest release; undefined if the check failed. */
  readonly latest: string | undefined;
  /** Whether the user asked for the check, as opposed to the check at the start of the client. */
  readonly isOnDemand: boolean;
  /** The version that the user chose to skip; undefined if none. */
  readonly skipped: string | undefined;
  /** Whether the operator has set a quiet period, such as an examination, in which nobody has to update. */
  readonly isQuiet: boolean;
}

/**
 * What the client does. `nothing`: no message. `reportCurrent` and `reportFailure`: a message, because the user asked. `background`: install
 * in the background, with an information message. `optional`: a dialog with the buttons to update and to skip this version. `mandatory`: a
 * dialog that cannot be closed and has no button to skip.
 */
export type UpdateDecision = 'nothing' | 'reportCurrent' | 'reportFailure' | 'background' | 'optional' | 'mandatory';

/** Returns whether an update must be installed: the major version differs, or the minor version of the client is lower. */
const isMandatory = (current: string, latest: string): boolean => {
  const [major, minor] = current.split('.').map(Number);
  const [latestMajor, latestMinor] = latest.split('.').map(Number);
  return major !== latestMajor || minor !== latestMinor;
};

/**
 * Returns what the client does after a check for updates. An older release is not an update, whichever of its numbers differ: a client never
 * installs an older version (security.md §2, update), so a dialog about it could not be closed by updating. A failed check at the start is
 * ignored. A skipped version is not installed in the background; it is offered again when the user asks, and mandatory updates ignore it.
 * In a quiet period a mandatory update waits, unless the user asks for it.
 */
export const decideUpdate = ({ isPackaged, current, latest, isOnDemand, skipped, isQuiet }: UpdateCheck): UpdateDecision => {
  if (!isPackaged) return 'nothing';
  if (latest === undefined) return isOnDemand ? 'reportFailure' : 'nothing';
  if (compareVersions(latest, current) <= 0) return isOnDemand ? 'reportCurrent' : 'nothing';
  if (isMandatory(current, latest)) {
    if (!isQuiet) return 'mandatory';
    return isOnDemand ? 'optional' : 'nothing';
  }
  if (isOnDemand) return 'optional';
  return skipped === latest ? 'nothing' : 'background';
};
