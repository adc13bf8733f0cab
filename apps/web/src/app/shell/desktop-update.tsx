/** Shows the update dialog of the desktop client when an update must be installed, or was found because the user asked. */
import { DesktopUpdateDialog } from '../../features/release/desktop-update-dialog.tsx';
import { useSyncState } from '../../features/sync/use-sync.ts';
import { useDesktopUpdate } from '../../platform/installed/desktop-update.ts';

export const DesktopUpdate = () => {
  const { status, isDismissed } = useDesktopUpdate();
  const { waiting } = useSyncState();
  if (status?.decision === undefined || status.decision === 'background' || isDismissed) return null;
  return <DesktopUpdateDialog status={status} waiting={waiting} />;
};
