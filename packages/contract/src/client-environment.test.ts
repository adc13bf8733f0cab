import { describe, expect, it } from 'vitest';
import { clientEnvironmentOf } from './client-environment.ts';

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const ANDROID = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko)';
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)';
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)';

describe('the client environment', () => {
  it.each([
    ['WeChat on an iPhone', `${IPHONE} Mobile/15E148 MicroMessenger/8.0.50(0x18003231) NetType/WIFI Language/zh_CN`, 'wechat'],
    [
      'WeChat on Android',
      `${ANDROID} Version/4.0 Chrome/116.0.0.0 Mobile Safari/537.36 XWEB/1160083 MMWEBSDK/20240404 MicroMessenger/8.0.49.2600(0x28003133) WeChat/arm64`,
      'wechat',
    ],
    [
      'WeChat on HarmonyOS',
      'Mozilla/5.0 (Phone; OpenHarmony 5.0) AppleWebKit/537.36 Chrome/114.0.0.0 ArkWeb/4.1 Mobile MicroMessenger/8.0.10',
      'wechat',
    ],
    [
      'WeChat on Windows',
      `${WINDOWS} Chrome/116.0.0.0 Safari/537.36 NetType/WIFI MicroMessenger/7.0.20.1781(0x6700143B) WindowsWechat(0x63090a13) XWEB/8555`,
      'desktop',
    ],
    ['WeChat on a Mac', `${MAC} Safari/604.1 MicroMessenger/6.8.0(0x16080000) MacWechat/3.8.7(0x13080710)`, 'desktop'],
    ['WeCom on a phone', `${IPHONE} Mobile/15E148 wxwork/4.1.20 MicroMessenger/7.0.1 Language/zh`, 'phone'],
    ['Safari on an iPhone', `${IPHONE} Version/17.5 Mobile/15E148 Safari/604.1`, 'phone'],
    ['Chrome on Android', `${ANDROID} Chrome/126.0.0.0 Mobile Safari/537.36`, 'phone'],
    ['Chrome on an Android tablet', `${ANDROID} Chrome/126.0.0.0 Safari/537.36`, 'phone'],
    ['Alipay on a phone', `${ANDROID} Chrome/105 Mobile Safari/537.36 AlipayClient/10.5.80`, 'phone'],
    ['Chrome on Windows', `${WINDOWS} Chrome/126.0.0.0 Safari/537.36`, 'desktop'],
    ['Safari on a Mac', `${MAC} Version/17.5 Safari/605.1.15`, 'desktop'],
    ['the desktop client', `${WINDOWS} Chrome/130 Electron/33.0.0 Safari/537.36`, 'desktop'],
    ['tokens that only share a prefix', 'MicroMessengerX Androidx', 'desktop'],
    ['an empty user agent', '', 'desktop'],
  ])('is correct for %s', (_name, userAgent, environment) => {
    expect(clientEnvironmentOf(userAgent)).toBe(environment);
  });
});
