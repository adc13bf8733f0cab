/** Tells a person, after signing in, which of their devices that has signed out, and when it was last in use. */
import { LIMITS } from '@shufang/contract';
import { useEffect } from 'react';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { useBroadcast } from '../../platform/events/use-broadcast.ts';
import { takeReplacedDevice } from '../../platform/session/replaced-device.ts';

const tellReplaced = async (): Promise<void> => {
  const replaced = takeReplacedDevice();
  if (replaced === undefined) return;
  const { userCenterText } = await import('../../platform/messages/zh-cn/user-center.ts');
  const { ago, replaced: sentence, unknownDevice } = userCenterText;
  const text = sentence(replaced.name || unknownDevice, ago(replaced.lastSeenAt, Date.now()));
  broadcast('toast', { kind: 'info', text, timeoutMs: LIMITS.notificationMs });
};

/** `reloads`: the page is about to be loaded anew after a sign-in and tells then. */
export const useReplacedNotice = (reloads: boolean): void => {
  useEffect(() => void tellReplaced(), []);
  useBroadcast('loginSuccess', () => {
    if (!reloads) void tellReplaced();
  });
};
