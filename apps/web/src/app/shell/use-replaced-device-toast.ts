/** After a sign-in, shows a toast that names the device that was signed out, and the time of its last activity. */
import { useEffect } from 'react';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { useBroadcast } from '../../platform/events/use-broadcast.ts';
import { CLIENT_LIMITS } from '../../platform/limits.ts';
import { takeReplacedDevice } from '../../platform/session/replaced-device.ts';

const showReplacedDevice = async (): Promise<void> => {
  const replaced = takeReplacedDevice();
  if (replaced === undefined) return;
  const { userCenterText } = await import('../../platform/messages/zh-cn/user-center.ts');
  const { ago, replaced: sentence, unknownDevice } = userCenterText;
  const text = sentence(replaced.name || unknownDevice, ago(replaced.lastSeenAt, Date.now()));
  broadcast('toast', { kind: 'info', text, timeoutMs: CLIENT_LIMITS.notificationMs });
};

/**
 * Shows the toast for the device that was signed out. `reloads`: whether the page reloads after a sign-in and shows the toast only then.
 */
export const useReplacedDeviceToast = (reloads: boolean): void => {
  useEffect(() => void showReplacedDevice(), []);
  useBroadcast('loginSuccess', () => {
    if (!reloads) void showReplacedDevice();
  });
};
