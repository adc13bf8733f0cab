import { createImport, type ImportJob, LIMITS } from '@shufang/contract';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type AskedUpload, answerUploads } from '../../testing/answer-uploads.ts';
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
  it('carries the fields, the file and who sends it, tells how far it is and has hours of time', async () => {
    sessionValues.dpAuth.store({ token: 'T' });
    const { asked } = answerUploads();
    const told: number[] = [];
    const answer = upload(createImport, { publish: true, access: 'paid', priceFen: 3980 }, file, { onProgress: (sent) => told.push(sent) });
    const sent = only(asked);
    expect(sent.address).toBe(createImport.path);
    expect(sent.fields).toEqual({ publish: 'true', access: 'paid', priceFen: '3980' });
    expect(sent.file.name).toBe('论语.epub');
    expect(sent.headers).toMatchObject({ authorization: 'dp-token T', 'x-device-code': 'web' });
    expect(sent.timeoutMs).toBe(LIMITS.uploadTimeoutMs);
    sent.progress(0.4);
    sent.answer({ code: 'success', message: '', payload: job });
    await expect(answer).resolves.toEqual(job);
    expect(told).toEqual([0.4]);
  });

  it.each([
    [
      'is refused',
      (sent: AskedUpload) => sent.answer({ code: 'import.refused', message: '不是 EPUB', payload: null }),
      'refused',
      '不是 EPUB',
    ],
    ['meets a fault', (sent: AskedUpload) => sent.answer('<h1>Bad gateway</h1>', 502), 'busy', ''],
    ['breaks off', (sent: AskedUpload) => sent.breakOff(), 'network', ''],
    ['is too slow for the server', (sent: AskedUpload) => sent.answer('', 408), 'timeout', ''],
  ] as const)('that %s fails as such', async (_what, happen, kind, words) => {
    const { asked } = answerUploads();
    const answer = upload(createImport, {}, file);
    happen(only(asked));
    await expect(answer).rejects.toMatchObject({ kind, message: expect.stringContaining(words), operationName: 'createImport' });
  });

  it('can be given up, before and while it is sent', async () => {
    const { asked } = answerUploads();
    const leaving = new AbortController();
    const answer = upload(createImport, {}, file, { signal: leaving.signal });
    leaving.abort();
    await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
    expect(only(asked).isAborted).toBe(true);
    await expect(upload(createImport, {}, file, { signal: leaving.signal })).rejects.toMatchObject({ name: 'AbortError' });
    expect(asked).toHaveLength(1);
  });
});
