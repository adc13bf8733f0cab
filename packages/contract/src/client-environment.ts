/** The client environment, which decides how a user pays and signs in. The server derives it from the `User-Agent` of the request. */
import { z } from 'zod';

/**
 * Environment of a client. `desktop`: a computer, including WeChat for computers; QR codes on it are scanned with a phone. `phone`: a
 * browser on a phone or tablet. `wechat`: the browser inside WeChat on a phone.
 */
export const clientEnvironment = z.enum(['desktop', 'phone', 'wechat']);
export type ClientEnvironment = z.output<typeof clientEnvironment>;

/** Pattern of WeChat's product token `MicroMessenger` in a user agent. */
const WECHAT = /\bMicroMessenger\//i;
/** Pattern of WeChat for computers, and of WeCom, which offers neither WeChat's payment bridge nor the authorization of a WeChat user. */
const DESKTOP_WECHAT = /\b(?:WindowsWechat|MacWechat|UnifiedPCWindowsWechat|UnifiedPCMacWechat|UnifiedPCLinuxWechat|wxwork)\b/i;
const PHONE = /\b(?:Android|iPhone|iPod|iPad|HarmonyOS|OpenHarmony|Windows Phone|Mobile)\b/i;

/** Returns the client environment that a user agent names; `desktop` for an unknown one. */
export const clientEnvironmentOf = (userAgent: string): ClientEnvironment => {
  const isPhone = PHONE.test(userAgent);
  if (isPhone && WECHAT.test(userAgent) && !DESKTOP_WECHAT.test(userAgent)) return 'wechat';
  return isPhone ? 'phone' : 'desktop';
};
