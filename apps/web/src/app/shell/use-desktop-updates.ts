/** Follows the update of the desktop client, and says when one begins in the background. */
import { useEffect } from 'react';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { followDesktopUpdate } from '../../platform/installed/desktop-update.ts';
import { shellText } from '../../platform/messages/zh-cn/shell.ts';

export const useDesktopUpdates = (): void => {
  useEffect(() => followDesktopUpdate(() => broadcast('toast', { kind: 'info', text: shellText.updatingInBackground })), []);
};
