/** The update of the desktop client: its status, which the main process sends. Absent in a browser. */
import { findDesktop, type UpdateStatus } from '@shufang/desktop-bridge';
import { create } from 'zustand';
import { broadcast } from '../events/broadcasts.ts';

interface DesktopUpdate {
  readonly status: UpdateStatus | undefined;
  /** Whether the user has closed the dialog about this update. */
  readonly isDismissed: boolean;
}

export const useDesktopUpdate = create<DesktopUpdate>(() => ({ status: findDesktop()?.facts.update, isDismissed: false }));

/** Closes the dialog until the next check for updates. */
export const dismissDesktopUpdate = (): void => useDesktopUpdate.setState({ isDismissed: true });

/** Returns whether the client installs a version without asking, and has just begun to. */
const beginsInBackground = (before: UpdateStatus | undefined, now: UpdateStatus): boolean =>
  now.decision === 'background' && now.phase === 'downloading' && before?.phase !== 'downloading';

/**
 * Follows the status, and reports to the client that the page has started. `onBackground`: called when an update begins in the background.
 * Returns a function that ends this.
 */
export const followDesktopUpdate = (onBackground: () => void): (() => void) | undefined => {
  const desktop = findDesktop();
  if (desktop === undefined) return undefined;
  const end = desktop.onUpdateStatus((status) => {
    const { status: before } = useDesktopUpdate.getState();
    useDesktopUpdate.setState({ status, ...(status.phase === 'checking' ? { isDismissed: false } : {}) });
    if (!beginsInBackground(before, status)) return;
    onBackground();
    broadcast('updateAvailable', { version: status.latest ?? '' });
  });
  desktop.pageStarted();
  return end;
};
