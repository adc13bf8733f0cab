/** Shows the update dialog of the desktop client when an update must be installed, or was found because the user asked. */
import { DesktopUpdateDialog } from '../../features/release/desktop-update-dialog.tsx';
import { useWaitingWork } from '../../features/sync/use-waiting-work.ts';
import { useDesktopUpdate } from '../../platform/installed/desktop-update.ts';

export const DesktopUpdate = () => {
  const { status, isDismissed } = useDesktopUpdate();
  const work = useWaitingWork();
  if (status?.decision === undefined || status.decision === 'background' || isDismissed) return null;
  return <DesktopUpdateDialog status={status} work={work} />;
};
