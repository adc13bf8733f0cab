/** What to call a device, from what its browser says of itself: enough to tell one's own apart, nothing that identifies. */

/** The first that fits; browsers name those they imitate too, so the order matters. */
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

/** `Chrome · Windows`; what is not known is left out, down to an empty text. */
export const nameOfDevice = (userAgent: string): string =>
  [firstMatch(userAgent, BROWSERS), firstMatch(userAgent, SYSTEMS)].filter((part) => part !== undefined).join(' · ');
