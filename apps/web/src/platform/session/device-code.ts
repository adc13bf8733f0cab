/** Device type of this client: desktop app, phone, or other browser. Each type has its own session. */
import type { DeviceCode } from '@shufang/contract';
import { desktopBridge } from '@shufang/desktop-bridge';

const isPhone = (): boolean => /\b(?:iPhone|iPod|Android.*Mobile|HarmonyOS.*Mobile|Mobile.*HarmonyOS)\b/.test(navigator.userAgent);

export const thisDeviceCode = (): DeviceCode => {
  if (desktopBridge().isDesktop) return 'pc';
  return isPhone() ? 'mobile' : 'web';
};
