/** Names a device by its browser's user agent: enough for users to recognize their devices, and not enough to identify a user. */

/** User agents of browsers; the first match is used. Browsers include the names of those they imitate, so the order matters. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Shufang\//, '书房桌面端'],
  [/MicroMessenger\//, '微信'],
  [/EdgA?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/HuaweiBrowser\//, '华为浏览器'],
  [/MQQBrowser\/|QQBrowser\//, 'QQ 浏览器'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/OpenHarmony|HarmonyOS/, '鸿蒙'],
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, '安卓'],
  [/Windows/, 'Windows'],
  [/Macintosh/, 'macOS'],
  [/Linux/, 'Linux'],
];

const firstMatch = (userAgent: string, names: readonly (readonly [RegExp, string])[]): string | undefined =>
  names.find(([pattern]) => pattern.test(userAgent))?.[1];

/** Returns a name such as `Chrome · Windows`; unknown parts are omitted, and the name may be empty. */
export const nameOfDevice = (userAgent: string): string =>
  [firstMatch(userAgent, BROWSERS), firstMatch(userAgent, SYSTEMS)].filter((part) => part !== undefined).join(' · ');
