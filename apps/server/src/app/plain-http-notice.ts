/**
 * The warning to the operator if the product is served over plain HTTP beyond this machine. Shown at start and by `doctor`; the admin area
 * has its own.
 */
import { networkInterfaces } from 'node:os';
import type { Config } from '../platform/config.ts';
import { kindOfHost } from '../platform/host-kind.ts';
import { createPrivateAddresses, isPrivateAddress } from './private-addresses.ts';

type Settings = Pick<Config, 'publicUrl' | 'host' | 'port' | 'contentPort'>;

const NOTICE =
  '正在以 http 提供服务：密码在发送前用 RSA 加密，这是唯一的保护；登录凭证、短信验证码、笔记和图书内容在网络中是明文，同一网络中的人可以读取和篡改。只宜在可信的内网使用；请尽快为 PUBLIC_URL 配置 https 证书。';

/** Returns true if only passwords are encrypted (RSA) and everything else is sent in plain text. */
const isPlainHttpBeyondThisMachine = (config: Settings): boolean => {
  const { protocol, hostname } = new URL(config.publicUrl);
  if (protocol !== 'http:') return false;
  return kindOfHost(hostname) !== 'loopback' || createPrivateAddresses(config).contentPort !== undefined;
};

/** Returns the private addresses under which other machines can reach this machine, as far as it knows them. */
const followedOrigins = (config: Settings): string[] => {
  const { contentPort } = createPrivateAddresses(config);
  if (contentPort === undefined) return [];
  const isEvery = ['0.0.0.0', '::'].includes(config.host);
  return Object.values(networkInterfaces())
    .flatMap((found) => found ?? [])
    .filter(({ internal, address }) => {
      if (internal || !isPrivateAddress(address)) return false;
      return isEvery || address === config.host;
    })
    .map(({ address }) => new URL(`http://${address}:${config.port}`).origin);
};

/** Returns the lines that the start prints and `doctor` reports; empty with HTTPS or on this machine alone. */
export const plainHttpLines = (config: Settings): string[] => {
  if (!isPlainHttpBeyondThisMachine(config)) return [];
  const origins = followedOrigins(config);
  return [NOTICE, ...(origins.length === 0 ? [] : [`同一网络中的电脑还可以访问：${origins.join('  ')}`])];
};
