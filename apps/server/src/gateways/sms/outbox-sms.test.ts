import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOutbox } from '../outbox/outbox.ts';
import { createOutboxSms } from './outbox-sms.ts';
import { unavailableSms } from './unavailable-sms.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'shufang-sms-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const message = { at: 1_800_000_000_000, tel: '13900000001', type: 'login', code: '000123' } as const;

describe('the SMS outbox', () => {
  it('appends one complete line for each of many concurrent messages', async () => {
    const sms = createOutboxSms(createOutbox(path.join(folder, 'outbox'), 'sms'));
    await Promise.all(Array.from({ length: 50 }, (_, i) => sms.send({ ...message, at: i })));
    const lines = (await readFile(path.join(folder, 'outbox', 'sms.jsonl'), 'utf8')).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line).at)).toEqual(Array.from({ length: 50 }, (_, i) => i));
    expect(Object.keys(JSON.parse(lines[0] ?? ''))).toEqual(['at', 'tel', 'type', 'code']);
  });

  it('throws when the line cannot be written, and works again afterwards', async () => {
    const blockedPath = path.join(folder, 'blocked');
    await writeFile(blockedPath, 'a file where the folder should be');
    const sms = createOutboxSms(createOutbox(blockedPath, 'sms'));
    await expect(sms.send(message)).rejects.toMatchObject({ code: 'account.smsUnavailable' });
    await rm(blockedPath);
    await expect(sms.send(message)).resolves.toBeUndefined();
  });

  it('rejects every message without a supplier', async () => {
    await expect(unavailableSms.send(message)).rejects.toMatchObject({ code: 'account.smsUnavailable' });
  });
});
