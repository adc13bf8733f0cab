/** Device type of this client: desktop app, phone, or other browser. Each type has its own session. */
import type { DeviceCode } from '@shufang/contract';
import { findDesktop } from '@shufang/desktop-bridge';

const isPhone = (): boolean => /\b(?:iPhone|iPod|Android.*Mobile|HarmonyOS.*Mobile|Mobile.*HarmonyOS)\b/.test(navigator.userAgent);

export const thisDeviceCode = (): DeviceCode => {
  if (findDesktop() !== undefined) return 'pc';
  return isPhone() ? 'mobile' : 'web';
};
