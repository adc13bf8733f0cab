/** A server of updates for tests: it offers what a test signs, or behaves as an attacker does. */
import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { APP_ID, canonicalJson, DESKTOP_SHELL, type UpdateFile, type UpdateManifest } from '@shufang/contract';

const BASE = '/api/maintenance/appUpdater';
const DAY_MS = 86_400_000;
const NOTES = '<h3>本次更新</h3><ul><li>离线打开更快</li><li>修复若干问题</li></ul>';

export const sha512 = (data: Buffer | string): string => createHash('sha512').update(data).digest('hex');

const idOf = (key: KeyObject): string =>
  createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex')
    .slice(0, 16);

/** Makes the key pair of a packager. */
export const makePackager = () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    sign: (manifest: string) => ({
      manifest,
      signature: sign(null, Buffer.from(manifest, 'utf8'), privateKey).toString('base64'),
      keyId: idOf(publicKey),
    }),
  };
};
export type Packager = ReturnType<typeof makePackager>;

export interface Offer {
  readonly manifest: string;
  readonly signature: string;
  readonly keyId: string;
  readonly description: string;
  readonly quietUntil?: number;
}

/** Returns the signed offer of a version. */
export const makeOffer = (
  packager: Packager,
  version: string,
  file: Buffer,
  {
    kind = 'bundle',
    change = {},
    installerName = `app-${version}.deb`,
  }: { kind?: 'bundle' | 'installer'; change?: Partial<UpdateManifest>; installerName?: string } = {},
): Offer => {
  const entry = (of: UpdateFile['kind'], name: string, data: Buffer): UpdateFile => ({
    kind: of,
    name,
    size: data.length,
    sha512: sha512(data),
  });
  const manifest: UpdateManifest = {
    appId: APP_ID,
    channel: 'stable',
    platform: 'linux',
    arch: process.arch === 'arm64' ? 'arm64' : 'x64',
    version,
    files:
      kind === 'bundle'
        ? [entry('installer', `app-${version}.deb`, Buffer.from('installer')), entry('bundle', `app-${version}.asar`, file)]
        : [entry('installer', installerName, file)],
    shell: kind === 'bundle' ? DESKTOP_SHELL : 0,
    notesSha512: sha512(NOTES),
    systemNeeds: '',
    silentInstall: '',
    issuedAt: Date.now() - 1_000,
    expiresAt: Date.now() + 30 * DAY_MS,
    ...change,
  };
  return { ...packager.sign(canonicalJson(manifest)), description: NOTES };
};

export interface UpdateServer {
  readonly port: number;
  readonly origin: string;
  /** The paths that were requested. */
  readonly requests: string[];
  /** What `getLastVersion` returns; undefined: no version was published. */
  offer: Offer | undefined;
  /** The file that is sent. */
  file: Buffer;
  /** Responds to the check, to the file or to the count of downloads in another way. Returns whether it did. */
  respond: ((kind: 'check' | 'file' | 'count', response: ServerResponse) => boolean) | undefined;
  close(): void;
}

const json = (response: ServerResponse, payload: unknown, code = 'success'): void => {
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ code, message: '', payload }));
};

export const startUpdateServer = async (): Promise<UpdateServer> => {
  const requests: string[] = [];
  const http = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://server');
    requests.push(pathname);
    response.setHeader('access-control-allow-origin', '*');
    if (pathname === '/api/maintenance/server/get') json(response, { product: 'shufang', contentUrl: 'http://{book}.localhost:8080' });
    else if (pathname === `${BASE}/getLastVersion`) {
      if (server.respond?.('check', response) === true) return;
      json(response, server.offer ?? null, server.offer === undefined ? 'release.nonePublished' : 'success');
    } else if (pathname.startsWith(`${BASE}/file/`)) {
      if (server.respond?.('file', response) === true) return;
      response.setHeader('content-length', server.file.length).end(server.file);
    } else if (pathname === `${BASE}/increaseDownloadCount`) {
      if (server.respond?.('count', response) === true) return;
      json(response, { versionCode: '1.0.0', downloadCount: 1 });
    } else response.writeHead(404).end();
  });
  await once(http.listen(0, '127.0.0.1'), 'listening');
  const { port } = http.address() as AddressInfo;
  const server: UpdateServer = {
    port,
    origin: `http://127.0.0.1:${port}`,
    requests,
    offer: undefined,
    file: Buffer.alloc(0),
    respond: undefined,
    close: () => {
      http.close();
      http.closeAllConnections();
    },
  };
  return server;
};
