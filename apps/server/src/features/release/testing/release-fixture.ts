/** Sets up a test server with an installer, release notes and a signing key, and the commands that publish and withdraw versions. */
import { createHash, createPublicKey, randomBytes, verify } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Envelope, type getLastVersion, type OutputOf, type UpdateManifest, updateManifest } from '@shufang/contract';
import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import { makeSigningKey, publishRelease, withdrawRelease } from '../../../app/cli/release.ts';
import { APP_HOST, openTestServer, type TestServer } from '../../../testing/test-server.ts';

export type Offered = OutputOf<typeof getLastVersion>;

export const BASE = '/api/maintenance/appUpdater';

export interface Publishing {
  readonly platform?: string;
  readonly arch?: string;
  readonly channel?: string;
  readonly file?: string;
  readonly more?: readonly string[];
}

export const buildArgs = (version: string, { platform = 'win', arch = 'x64', channel = 'stable' }: Publishing): string[] =>
  `--version ${version} --platform ${platform} --arch ${arch} --channel ${channel}`.split(' ');

export const sha512 = (data: Buffer | string): string => createHash('sha512').update(data).digest('hex');

export interface ReleaseFixture {
  readonly shop: TestServer;
  readonly publicKey: string;
  readonly installer: Buffer;
  /** Returns the path of a file in the data folder. */
  pathOf(name: string): string;
  publish(version: string, what?: Publishing): Promise<void>;
  withdraw(version: string, what?: Publishing): Promise<void>;
  last(query?: string, userAgent?: string): Promise<Envelope<Offered>>;
  offered(query?: string): Promise<Offered>;
  fetchFile(url: string, headers?: Record<string, string>, method?: 'GET' | 'HEAD'): Promise<LightMyRequestResponse>;
  /** Checks a version as a client does before it installs anything, and returns its update manifest. */
  verified(version: Pick<Offered, 'manifest' | 'signature'>): UpdateManifest | undefined;
}

export const openReleaseFixture = async (): Promise<ReleaseFixture> => {
  const shop = await openTestServer();
  const installer = randomBytes(300_000);
  const pathOf = (name: string): string => path.join(shop.platform.config.dataDir, name);
  const { data } = await makeSigningKey.prepareBare(['--out', pathOf('key.pem')])(process.env, () => undefined);
  const { publicKey } = data as { publicKey: string };
  await writeFile(pathOf('setup.exe'), installer);
  await writeFile(pathOf('notes.html'), '<h2>本次更新</h2><p onclick="x()">修复若干问题</p><script>alert(1)</script>');
  const last: ReleaseFixture['last'] = (query = '', userAgent = 'test') =>
    shop.call<Offered>(`${BASE}/getLastVersion${query}`, { headers: { 'user-agent': userAgent } });
  return {
    shop,
    publicKey,
    installer,
    pathOf,
    publish: async (version, what = {}) => {
      const files = ['--file', pathOf(what.file ?? 'setup.exe'), '--notes', pathOf('notes.html'), '--key', pathOf('key.pem')];
      const args = [...buildArgs(version, what), ...files, ...(what.more ?? [])];
      const { ok } = await publishRelease.prepare(args)(shop.platform, () => undefined);
      expect(ok).toBe(true);
    },
    withdraw: async (version, what = {}) => {
      await withdrawRelease.prepare(buildArgs(version, what))(shop.platform, () => undefined);
    },
    last,
    offered: async (query = '') => {
      const { payload, message } = await last(query);
      if (payload === null) throw new Error(message);
      return payload;
    },
    fetchFile: (url, headers = {}, method = 'GET') =>
      shop.request({ method, url: url.replace(/^https?:\/\/[^/]+/, ''), headers: { host: APP_HOST, ...headers } }),
    verified: (version) => {
      const bytes = Buffer.from(version.manifest, 'utf8');
      if (!verify(null, bytes, createPublicKey(publicKey), Buffer.from(version.signature, 'base64'))) return undefined;
      return updateManifest.parse(JSON.parse(version.manifest));
    },
  };
};
