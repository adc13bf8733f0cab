/** Which kind of device this client is: the desktop shell, a phone, or any other browser. Each kind has a session of its own. */
import type { DeviceCode } from '@shufang/contract';
import { desktopBridge } from '@shufang/desktop-bridge';

const isPhone = (): boolean => /\b(?:iPhone|iPod|Android.*Mobile|HarmonyOS.*Mobile|Mobile.*HarmonyOS)\b/.test(navigator.userAgent);

export const thisDeviceCode = (): DeviceCode => {
  if (desktopBridge().isDesktop) return 'pc';
  return isPhone() ? 'mobile' : 'web';
};
