/** Settings that would expose a demo or weaken production: errors and warnings at start. `doctor` uses the same checks. */

import type { Config } from './config.ts';
import { ConfigError } from './config-error.ts';
import { isInternalHost, kindOfHost } from './host-kind.ts';
import { isTrivialKey } from './secret-strength.ts';

interface SafetySettings {
  readonly MODE: Config['mode'];
  readonly HOST: string;
  readonly NODE_ENV?: string | undefined;
  readonly PUBLIC_URL?: string | undefined;
  readonly CONTENT_URL?: string | undefined;
  readonly ASSETS_URL?: string | undefined;
  readonly ALLOW_HTTP: boolean;
}

/**
 * Returns the host of a URL. A label `{book}` is removed from it, because `{book}.books.example.com` is in the same network as
 * `books.example.com`.
 */
const withoutBook = (url: string): URL => new URL(url.replace('{book}.', '').replace('{book}', 'book'));

/**
 * Returns problems of URLs that transmit passwords and tokens: plain HTTP is allowed only within a private network, and only if the
 * operator allows it.
 */
export const plainHttpProblems = (env: SafetySettings): string[] =>
  (['PUBLIC_URL', 'CONTENT_URL', 'ASSETS_URL'] as const).flatMap((name) => {
    const url = env[name];
    if (url === undefined || withoutBook(url).protocol === 'https:') return [];
    if (!isInternalHost(withoutBook(url).hostname))
      return [`${name} 须为 https 网址${env.ALLOW_HTTP ? '（ALLOW_HTTP=1 只允许内网地址使用 http，公网地址不允许）' : ''}`];
    return env.ALLOW_HTTP ? [] : [`${name} 须为 https 网址（只在内网使用、没有证书时，可以设 ALLOW_HTTP=1）`];
  });

export const SECRET_BYTES_MIN = 32;

/** Returns the bytes of a base64 key, or undefined if it is too short. */
export const decodeSecret = (text: string): Uint8Array | undefined => {
  const bytes = new Uint8Array(Buffer.from(text.trim(), 'base64'));
  return bytes.length >= SECRET_BYTES_MIN ? bytes : undefined;
};

export const secretProblems = (text: string | undefined): string[] => {
  const bytes = text === undefined ? undefined : decodeSecret(text);
  if (text === undefined || bytes === undefined || !isTrivialKey(text, bytes)) return [];
  return ['SECRET_KEY 不是随机数（全零、重复或有规律），请用 openssl rand -base64 32 生成'];
};

/** Host settings that listen on all addresses. The networks of the machine are unknown, so they are allowed with a warning. */
const EVERY_ADDRESS: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

/**
 * Throws if a demo has a public host or URL: its accounts have a published password, so it is only for this machine or a trusted network.
 */
export const refuseExposedDemo = (env: SafetySettings, publicUrl: string, isModeGiven: boolean): void => {
  if (env.MODE !== 'demo') return;
  if (!isModeGiven && env.NODE_ENV?.toLowerCase() === 'production')
    throw new ConfigError('NODE_ENV=production，但没有设置 MODE：请设 MODE=production（正式使用），或 MODE=demo（演示，账号密码是公开的）');
  const exposed = [
    ...(EVERY_ADDRESS.has(env.HOST) || isInternalHost(env.HOST) ? [] : ['HOST']),
    ...(isInternalHost(new URL(publicUrl).hostname) || env.PUBLIC_URL === undefined ? [] : ['PUBLIC_URL']),
  ];
  if (exposed.length > 0)
    throw new ConfigError(
      `演示模式拒绝启动：${exposed.join('、')} 是公网地址，而演示账号的密码是公开的。正式使用请设 MODE=production；只在本机或内网演示时，请改用本机或内网的地址`,
    );
};

/** Returns warnings for the operator as lines to print. */
export const startWarnings = ({ mode, host, publicUrl, port }: Pick<Config, 'mode' | 'host' | 'publicUrl' | 'port'>): string[] => {
  if (mode !== 'demo' || kindOfHost(host) === 'loopback') return [];
  return [
    '警告：演示模式正在向网络开放。',
    `  监听地址 HOST=${host}，端口 ${port}，网址 ${publicUrl}：同一网络里的任何人都能打开。`,
    '  演示账号（包括管理员）的手机号和密码是公开的，任何人都能用它们登录、修改和删除数据。',
    '  短信验证码写在 DATA_DIR/outbox 里，支付不收款。请不要放入真实的读者资料，也不要从公网转发到这里。',
    '  正式使用请设 MODE=production；只给自己看请去掉 HOST 设置（默认只监听 127.0.0.1）。',
  ];
};
