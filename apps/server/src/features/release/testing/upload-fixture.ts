/** Uploads signed releases over HTTP in tests, as the admin area does. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { APP_ID, type Envelope, LIMITS, newId, type ReleaseUpload, type UpdateManifest } from '@shufang/contract';
import { APP_HOST, type TestUser } from '../../../testing/test-server.ts';
import { makeReleaseKey } from '../release-key.ts';
import { sha512OfText, signStatement } from '../signed-release.ts';
import type { ReleaseFixture } from './release-fixture.ts';

export const UPLOAD = '/api/admin/version/upload';

export interface UploadCalls {
  start(folder: string, as: TestUser | undefined): Promise<Envelope<ReleaseUpload>>;
  /** Returns the upload. Throws the message of a refusal. */
  started(folder: string, as: TestUser): Promise<ReleaseUpload>;
  sendPart(
    part: { uploadId: string; fileName: string; offset: number; bytes: Buffer },
    as: TestUser,
  ): Promise<Envelope<{ received: number }>>;
  /** Sends what the server does not have yet. */
  sendRest(folder: string, upload: ReleaseUpload, as: TestUser): Promise<void>;
  publish(uploadId: string, as: TestUser): Promise<Envelope<{ items: { versionCode: string }[] }>>;
}

/** Returns the form of a part. */
export const partForm = ({ uploadId, fileName, offset, bytes }: Parameters<UploadCalls['sendPart']>[0]): FormData => {
  const form = new FormData();
  form.append('uploadId', uploadId);
  form.append('fileName', fileName);
  form.append('offset', String(offset));
  form.append('file', new File([new Uint8Array(bytes)], fileName));
  return form;
};

export const releaseText = (folder: string): Promise<string> => readFile(path.join(folder, 'release.json'), 'utf8');

export const uploadCalls = ({ shop }: Pick<ReleaseFixture, 'shop'>): UploadCalls => {
  const start: UploadCalls['start'] = async (folder, as) =>
    shop.call(`${UPLOAD}/start`, { ...(as === undefined ? {} : { as }), body: { release: await releaseText(folder) } });
  const sendPart: UploadCalls['sendPart'] = async (part, as) => {
    const encoded = new Response(partForm(part));
    const headers = { ...as.headers, 'content-type': encoded.headers.get('content-type') ?? '' };
    const payload = Buffer.from(await encoded.arrayBuffer());
    const response = await shop.request({ method: 'POST', url: `${UPLOAD}/part`, headers: { host: APP_HOST, ...headers }, payload });
    return response.json<Envelope<{ received: number }>>();
  };
  return {
    start,
    started: async (folder, as) => {
      const { payload, message } = await start(folder, as);
      if (payload === null) throw new Error(message);
      return payload;
    },
    sendPart,
    sendRest: async (folder, { uploadId, files }, as) => {
      for (const { name, size, received } of files) {
        const data = await readFile(path.join(folder, name));
        for (let offset = received; offset < size; offset += LIMITS.releasePartBytes) {
          const bytes = data.subarray(offset, offset + LIMITS.releasePartBytes);
          const { code, message } = await sendPart({ uploadId, fileName: name, offset, bytes }, as);
          if (code !== 'success') throw new Error(message);
        }
      }
    },
    publish: (uploadId, as) => shop.call(`${UPLOAD}/publish`, { as, body: { uploadId } }),
  };
};

/** Returns a signed release without a folder: its text, and the bytes of its only file. */
export const aSignedRelease = (version: string, change: Partial<UpdateManifest> = {}, key = makeReleaseKey()) => {
  const bytes = Buffer.from(`the installer of ${version}`);
  const descriptionHtml = '<p>修复若干问题</p>';
  const fileName = `shufang-${version}-linux-arm64-beta.deb`;
  const statement: Omit<UpdateManifest, 'issuedAt' | 'expiresAt'> = {
    appId: APP_ID,
    channel: 'beta',
    platform: 'linux',
    arch: 'arm64',
    version,
    files: [{ kind: 'installer', name: fileName, size: bytes.length, sha512: sha512OfText(bytes.toString()) }],
    shell: 0,
    notesSha512: sha512OfText(descriptionHtml),
    systemNeeds: '',
    silentInstall: '',
    ...change,
  };
  const signed = signStatement(statement, key, { now: Date.now(), days: 30 });
  return { text: JSON.stringify({ ...signed, descriptionHtml }), keyId: key.keyId, fileName, bytes };
};

/** Makes the tests of a server with other versions accept a key: a withdrawn version that it has signed. */
export const acceptKey = async (query: (sql: string, values: unknown[]) => Promise<unknown>, keyId: string): Promise<void> => {
  await query(
    `insert into app_version (id, version_code, platform, arch, channel, state, description_html, file_name, file_bytes, file_sha256,
       file_sha512, manifest, signature, key_id, withdrawn_at, created_at)
     values ($1, $2, 'harmony', 'arm64', 'beta', 'withdrawn', '', 'a.zip', 1, $3, '', '{}', '', $4, 0, 0)`,
    [newId(), `0.0.${Number.parseInt(keyId.slice(0, 5), 16) % 900_000}`, 'c'.repeat(64), keyId],
  );
};
