/** Uploads a signed release from the publisher's computer to a server elsewhere, in parts, and continues where an upload stopped. */
import { openAsBlob } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  AUTHORIZATION_SCHEME,
  DEVICE_CODE_HEADER,
  type Envelope,
  LIMITS,
  type Operation,
  type OutputOf,
  publishReleaseUpload,
  type ReleaseUpload,
  SUCCESS,
  startReleaseUpload,
  uploadReleasePart,
} from '@shufang/contract';
import { ReleaseError } from '../../features/release/release-error.ts';
import { SIGNED_RELEASE_FILE } from '../../features/release/signed-release.ts';
import { UsageError } from './command.ts';

/** Times that a part is sent again after its connection broke. */
const RETRIES_MAX = 3;
const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])$/;

/** Returns the origin of a server. Throws `UsageError` if it is no address, or the token would be sent without encryption. */
export const readServer = (value: string): string => {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new UsageError(`--server 须为网址，例如 https://shufang.example.cn：${value}`);
  if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname)) throw new UsageError('--server 须为 https 地址，否则令牌会以明文传送');
  return url.origin;
};

interface Remote {
  readonly server: string;
  readonly token: string;
  readonly fetch?: (url: string, options: RequestInit) => Promise<Response>;
}

/** Calls an operation. Throws `ReleaseError` with the server's message if it refuses. A broken connection is passed on. */
const callRemote = async <O extends Operation>(
  { server, token, fetch: send = fetch }: Remote,
  operation: O,
  body: FormData | string,
): Promise<OutputOf<O>> => {
  const response = await send(server + operation.path, {
    method: operation.method,
    body,
    redirect: 'error',
    headers: {
      authorization: `${AUTHORIZATION_SCHEME} ${token}`,
      [DEVICE_CODE_HEADER]: 'web',
      ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
    },
  });
  const envelope = (await response.json().catch(() => undefined)) as Envelope<OutputOf<O>> | undefined;
  if (envelope?.code === 'requestLogin') throw new ReleaseError('上传令牌无效或已过期，请在“工作台 - 客户端版本”里重新生成');
  if (envelope?.code !== SUCCESS || envelope.payload === null)
    throw new ReleaseError(envelope?.message ?? `服务器没有正常响应（HTTP ${response.status}）：${server}`);
  return envelope.payload;
};

/** Sends a part, and again after a broken connection. */
const sendPart = async (remote: Remote, form: () => FormData): Promise<number> => {
  for (let retries = 0; ; retries += 1) {
    try {
      return (await callRemote(remote, uploadReleasePart, form())).received;
    } catch (error) {
      if (error instanceof ReleaseError) throw error;
      if (retries === RETRIES_MAX)
        throw new ReleaseError(`与 ${remote.server} 的连接断了。再运行一次同样的命令，会从断开的地方继续`, { cause: error });
    }
  }
};

const sendFile = async (
  remote: Remote,
  { uploadId, file, folder }: { uploadId: string; file: ReleaseUpload['files'][number]; folder: string },
  say: (line: string) => void,
): Promise<void> => {
  const data = await openAsBlob(path.join(folder, file.name));
  if (data.size !== file.size) throw new ReleaseError(`文件与签名时不同：${file.name}`);
  for (let offset = file.received; offset < file.size; ) {
    const start = offset;
    offset = await sendPart(remote, () => {
      const form = new FormData();
      form.append('uploadId', uploadId);
      form.append('fileName', file.name);
      form.append('offset', String(start));
      form.append('file', data.slice(start, start + LIMITS.releasePartBytes), file.name);
      return form;
    });
    say(`${file.name}：${Math.floor((offset / file.size) * 100)}%`);
  }
};

/** Uploads the release of a folder, and publishes it. Throws `ReleaseError`. */
export const uploadRelease = async (remote: Remote, folder: string, say: (line: string) => void): Promise<ReleaseUpload> => {
  const release = await readFile(path.join(folder, SIGNED_RELEASE_FILE), 'utf8');
  const upload = await callRemote(remote, startReleaseUpload, JSON.stringify({ release })).catch((error: unknown) => {
    throw error instanceof ReleaseError ? error : new ReleaseError(`连不上 ${remote.server}`, { cause: error });
  });
  for (const file of upload.files) await sendFile(remote, { uploadId: upload.uploadId, file, folder }, say);
  await callRemote(remote, publishReleaseUpload, JSON.stringify({ uploadId: upload.uploadId }));
  return upload;
};
