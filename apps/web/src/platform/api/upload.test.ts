import { createImport, type ImportJob } from '@shufang/contract';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type AskedUpload, stubUploads } from '../../testing/stub-uploads.ts';
import { CLIENT_LIMITS } from '../limits.ts';
import { sessionValues } from '../session/session-values.ts';
import { upload } from './upload.ts';

const file = new File(['PK'], '论语.epub');
const job: ImportJob = {
  id: '0'.repeat(26),
  fileName: '论语.epub',
  fileBytes: 2,
  sha256: 'ab',
  stage: 'queued',
  progress: 0,
  detail: '等待处理',
  findings: [],
  existing: false,
  createdAt: 1,
};
const only = (asked: readonly AskedUpload[]): AskedUpload => {
  expect(asked).toHaveLength(1);
  return asked[0] ?? expect.unreachable();
};

afterEach(() => vi.unstubAllGlobals());

describe('an upload', () => {
  it('sends the fields, the file and the headers, reports its progress and has a timeout of hours', async () => {
    sessionValues.dpAuth.store({ token: 'T' });
    const { asked } = stubUploads();
    const progress: number[] = [];
    const result = upload(createImport, { publish: true, access: 'paid', priceFen: 3980 }, file, {
      onProgress: (sent) => progress.push(sent),
    });
    const sent = only(asked);
    expect(sent.address).toBe(createImport.path);
    expect(sent.fields).toEqual({ publish: 'true', access: 'paid', priceFen: '3980' });
    expect(sent.file.name).toBe('论语.epub');
    expect(sent.headers).toMatchObject({ authorization: 'dp-token T', 'x-device-code': 'web' });
    expect(sent.timeoutMs).toBe(CLIENT_LIMITS.uploadTimeoutMs);
    sent.progress(0.4);
    sent.respond({ code: 'success', message: '', payload: job });
    await expect(result).resolves.toEqual(job);
    expect(progress).toEqual([0.4]);
  });

  it.each([
    [
      'is refused',
      (sent: AskedUpload) => sent.respond({ code: 'import.refused', message: '不是 EPUB', payload: null }),
      'refused',
      '不是 EPUB',
    ],
    ['causes a server error', (sent: AskedUpload) => sent.respond('<h1>Bad gateway</h1>', 502), 'busy', ''],
    ['is interrupted', (sent: AskedUpload) => sent.breakOff(), 'network', ''],
    ['is too slow for the server', (sent: AskedUpload) => sent.respond('', 408), 'timeout', ''],
  ] as const)('that %s throws the matching error', async (_what, happen, kind, message) => {
    const { asked } = stubUploads();
    const result = upload(createImport, {}, file);
    happen(only(asked));
    await expect(result).rejects.toMatchObject({ kind, message: expect.stringContaining(message), operationName: 'createImport' });
  });

  it('can be aborted, before and while it is sent', async () => {
    const { asked } = stubUploads();
    const leaving = new AbortController();
    const result = upload(createImport, {}, file, { signal: leaving.signal });
    leaving.abort();
    await expect(result).rejects.toMatchObject({ name: 'AbortError' });
    expect(only(asked).isAborted).toBe(true);
    await expect(upload(createImport, {}, file, { signal: leaving.signal })).rejects.toMatchObject({ name: 'AbortError' });
    expect(asked).toHaveLength(1);
  });
});
