/** Sets up a test server with an installer, release notes and a signing key, and the commands that publish and withdraw versions. */
import { createHash, createPublicKey, randomBytes, verify } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type Envelope, type getLastVersion, type OutputOf, type UpdateManifest, updateManifest } from '@shufang/contract';
import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import { publishRelease, withdrawRelease } from '../../../app/cli/release.ts';
import { createReleaseKey, signRelease } from '../../../app/cli/release-signing.ts';
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
  /** Returns the path of a file in the publisher's folder. */
  pathOf(name: string): string;
  /** Signs a version. Returns the folder of the signed release. */
  sign(version: string, what?: Publishing): Promise<string>;
  /** Publishes a signed release. */
  publishFrom(folder: string): Promise<void>;
  /** Signs a version and publishes it. */
  publish(version: string, what?: Publishing): Promise<void>;
  withdraw(version: string, what?: Publishing): Promise<void>;
  last(query?: string, userAgent?: string): Promise<Envelope<Offered>>;
  offered(query?: string): Promise<Offered>;
  fetchFile(url: string, headers?: Record<string, string>, method?: 'GET' | 'HEAD'): Promise<LightMyRequestResponse>;
  /** Stops the server and deletes the files. */
  close(): Promise<void>;
  /** Checks a version as a client does before it installs anything, and returns its update manifest. */
  verified(version: Pick<Offered, 'manifest' | 'signature'>): UpdateManifest | undefined;
}

/** `environment`: settings of the server. */
export const openReleaseFixture = async (environment: Readonly<Record<string, string>> = {}): Promise<ReleaseFixture> => {
  const shop = await openTestServer(environment);
  const installer = randomBytes(300_000);
  const folder = await mkdtemp(path.join(os.tmpdir(), 'shufang-publisher-'));
  const pathOf = (name: string): string => path.join(folder, name);
  const { data } = await createReleaseKey.prepareBare(['--out', pathOf('key.pem')])(process.env, () => undefined);
  const { publicKey } = data as { publicKey: string };
  await writeFile(pathOf('setup.exe'), installer);
  await writeFile(pathOf('notes.html'), '<h2>本次更新</h2><p onclick="x()">修复若干问题</p><script>alert(1)</script>');
  const last: ReleaseFixture['last'] = (query = '', userAgent = 'test') =>
    shop.call<Offered>(`${BASE}/getLastVersion${query}`, { headers: { 'user-agent': userAgent } });
  const sign: ReleaseFixture['sign'] = async (version, what = {}) => {
    const out = await mkdtemp(pathOf('signed-'));
    const files = ['--file', pathOf(what.file ?? 'setup.exe'), '--notes', pathOf('notes.html'), '--key', pathOf('key.pem'), '--out', out];
    await signRelease.prepareBare([...buildArgs(version, what), ...files, ...(what.more ?? [])])(process.env, () => undefined);
    return out;
  };
  const publishFrom: ReleaseFixture['publishFrom'] = async (from) => {
    const { ok } = await publishRelease.prepare(['--from', from])(shop.platform, () => undefined);
    expect(ok).toBe(true);
  };
  return {
    shop,
    publicKey,
    installer,
    pathOf,
    sign,
    publishFrom,
    publish: async (version, what) => publishFrom(await sign(version, what)),
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
    close: async () => {
      await shop.close();
      await rm(folder, { recursive: true, force: true });
    },
    verified: (version) => {
      const bytes = Buffer.from(version.manifest, 'utf8');
      if (!verify(null, bytes, createPublicKey(publicKey), Buffer.from(version.signature, 'base64'))) return undefined;
      return updateManifest.parse(JSON.parse(version.manifest));
    },
  };
};
