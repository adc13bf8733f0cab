/**
 * Tests that the values of `/metrics` change with real events: a message sent, a book bought, a stream opened, a job run, a backup made.
 */
import { createHash } from 'node:crypto';
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { CodedError, newId, type Order, type PaymentStart, SYNC_STREAM_PATH } from '@shufang/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IMPORT_JOB } from '../features/publication/import/import-dependencies.ts';
import { EPUB_TYPE } from '../features/publication/import/import-file.ts';
import { insertImport } from '../features/publication/import/import-job.ts';
import { contentKey } from '../gateways/object-storage/content-key.ts';
import { ForgedNotification } from '../gateways/payment/payment-gateway.ts';
import { findLatestBackups } from '../platform/backup/backup-runs.ts';
import { verifyBackup } from '../platform/backup/verify-backup.ts';
import { granted } from '../testing/file-fixture.ts';
import { APP_HOST, openTestServer, type TestServer, type TestUser } from '../testing/test-server.ts';
import { assembleAccount } from './assemble-account.ts';
import { assembleOrders } from './assemble-orders.ts';
import { priceBook } from './cli/book-price.ts';
import { checkBackups } from './cli/doctor-checks.ts';
import { backupName, lastDueAt, sendDueBackup } from './scheduled-backup.ts';
import { startJobs } from './start-jobs.ts';

const DAY_MS = 86_400_000;
const patience = { timeout: 30_000, interval: 50 };

let shop: TestServer;
let reader: TestUser;
let base: string;
beforeAll(async () => {
  base = await mkdtemp(path.join(os.tmpdir(), 'shufang-metrics-'));
  shop = await openTestServer({ BACKUP_DIR: path.join(base, 'backups'), BACKUP_KEEP: '2' });
  reader = await shop.user('13900000001');
  await startJobs(shop.platform);
}, 120_000);
afterAll(async () => {
  await shop?.close();
  await rm(base, { recursive: true, force: true });
});

/** Returns the value of one time series of the metrics; 0 if the series does not exist. */
const valueOf = async (name: string, labels: Readonly<Record<string, string>> = {}): Promise<number> => {
  const { body } = await shop.request({ url: '/metrics', headers: { host: APP_HOST } });
  const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  const lines = body.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
  return Number(
    lines
      .find((line) => wanted.every((label) => line.includes(label)))
      ?.split(' ')
      .at(-1) ?? 0,
  );
};

const untilValue = async (name: string, labels: Readonly<Record<string, string>>, value: number): Promise<void> => {
  await expect.poll(() => valueOf(name, labels), patience).toBe(value);
};

describe('/metrics', () => {
  it('counts sent and rejected messages', async () => {
    const { sms, mail } = assembleAccount(shop.platform);
    const at = shop.platform.clock.now();
    await sms.send({ tel: '13900000009', type: 'login', code: '123456', at });
    await mail?.send({ to: 'a@example.com', type: 'teacher', code: '123456', subject: '验证码', text: '123456', at });
    expect(await valueOf('shufang_message_seconds_count', { kind: 'sms', outcome: 'ok' })).toBe(1);
    expect(await valueOf('shufang_message_seconds_count', { kind: 'mail', outcome: 'ok' })).toBe(1);
    // A mail server that cannot be reached: no server listens on this port.
    const away = { host: '127.0.0.1', port: 1, security: 'none', auth: undefined, from: 'a@example.com' } as const;
    const config = { ...shop.platform.config, mail: { provider: 'smtp', perHour: 9, smtp: away } as const };
    const broken = assembleAccount({ ...shop.platform, config });
    await expect(
      broken.mail?.send({ to: 'a@example.com', type: 'teacher', code: '123456', subject: '验证码', text: '123456', at }),
    ).rejects.toThrow(CodedError);
    expect(await valueOf('shufang_message_seconds_count', { kind: 'mail', outcome: 'failed' })).toBe(1);
  });

  it('counts payments, their amounts, the calls to the platform and the jobs that follow', async () => {
    const bookId = await shop.book({});
    await priceBook.prepare([bookId, '19.90'])(shop.platform, () => undefined);
    const { order } = granted(await shop.call<{ order: Order }>('/api/order/create', { as: reader, body: { bookId, priceFen: 1_990 } }));
    const body = { no: order.no, channel: 'local' };
    const { start } = granted(await shop.call<{ start: PaymentStart }>('/api/order/pay', { as: reader, body }));
    if (start.kind !== 'page') throw new Error('not a page');
    expect(await valueOf('shufang_payment_call_seconds_count', { channel: 'local', call: 'begin', outcome: 'ok' })).toBe(1);
    expect(await valueOf('shufang_payments_total', { channel: 'local' })).toBe(0);
    await shop.request({
      method: 'POST',
      url: new URL(start.url).pathname,
      headers: { host: APP_HOST, 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'press=pay',
    });
    await untilValue('shufang_payments_total', { channel: 'local' }, 1);
    expect(await valueOf('shufang_payments_fen_total', { channel: 'local' })).toBe(1_990);
    await expect.poll(() => valueOf('shufang_job_seconds_count', { job: 'orders.reconcile', outcome: 'ok' }), patience).toBeGreaterThan(0);
  });

  it('counts notifications without a valid signature', async () => {
    const [gateway] = assembleOrders(shop.platform).orders.gateways;
    await expect(gateway?.readNotification({ headers: {}, body: Buffer.from('forged') })).rejects.toThrow(ForgedNotification);
    expect(await valueOf('shufang_payment_notifications_total', { channel: 'local', outcome: 'refused' })).toBe(1);
  });

  it('counts open event streams', async () => {
    await shop.server.listen({ port: 0, host: '127.0.0.1' });
    const { port } = shop.server.server.address() as AddressInfo;
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      get({ host: '127.0.0.1', port, path: SYNC_STREAM_PATH, headers: { ...reader.headers, host: APP_HOST } }, resolve).once(
        'error',
        reject,
      );
    });
    await new Promise((resolve) => response.once('data', resolve));
    expect(await valueOf('shufang_sync_streams')).toBe(1);
    // The first event can arrive before the server has counted the stream.
    await untilValue('shufang_sync_streams_opened_total', {}, 1);
    response.destroy();
    await untilValue('shufang_sync_streams', {}, 0);
  });

  it('shows the connections of the pool and the waiting queries', async () => {
    const { pool } = shop.platform.db;
    const lent = await Promise.all(Array.from({ length: 10 }, () => pool.connect()));
    const waiting = pool.connect();
    expect(await shop.platform.metrics.registry.getSingleMetric('shufang_db_waiting')?.get()).toMatchObject({ values: [{ value: 1 }] });
    expect(await shop.platform.metrics.registry.getSingleMetric('shufang_db_connections')?.get()).toMatchObject({
      values: [
        { labels: { state: 'idle' }, value: 0 },
        { labels: { state: 'busy' }, value: 10 },
        { labels: { state: 'max' }, value: 10 },
      ],
    });
    for (const client of lent) client.release();
    (await waiting).release();
    expect(await valueOf('shufang_db_waiting')).toBe(0);
  });

  it('counts imports by result, and waiting jobs', async () => {
    const { platform } = shop;
    await platform.jobs.work('metrics-test', {}, async () => Promise.reject(new Error('no')));
    await platform.jobs.send('nobody-works-this', {});
    await platform.jobs.send('metrics-test', {});
    expect(await valueOf('shufang_jobs', { job: 'nobody-works-this', state: 'created' })).toBe(1);
    await expect.poll(() => valueOf('shufang_job_seconds_count', { job: 'metrics-test', outcome: 'failed' }), patience).toBeGreaterThan(0);
    const content = Buffer.from('not a book');
    const sha256 = createHash('sha256').update(content).digest('hex');
    await platform.objects.put(contentKey(sha256), content, { mediaType: EPUB_TYPE, bytes: content.length });
    const id = newId(platform.clock.now());
    const file = { fileName: 'no-book.epub', fileBytes: content.length, sha256, options: {}, publishers: [] };
    await platform.db.transaction(async (tx) => {
      await insertImport(tx, { id, userId: undefined, createdAt: platform.clock.now(), ...file });
      await platform.jobs.send(IMPORT_JOB, { id }, { tx });
    });
    await untilValue('shufang_import_seconds_count', { outcome: 'refused' }, 1);
  });
});

describe('the manual', () => {
  it('names all our metrics', async () => {
    const manual = await readFile(path.join(import.meta.dirname, '../../../../docs/operations.md'), 'utf8');
    const names = shop.platform.metrics.registry.getMetricsAsArray().map(({ name }) => name);
    const ours = names.filter((name) => name.startsWith('shufang_'));
    expect(ours.length).toBeGreaterThan(12);
    expect(ours.filter((name) => !manual.includes(`\`${name}\``))).toEqual([]);
  });
});

describe('a scheduled backup', () => {
  it('is due at the configured time of day, Beijing time', () => {
    const at = (text: string): number => Date.parse(text);
    const half = { atMinute: 3 * 60 + 30 };
    expect(lastDueAt(half, at('2026-11-23T03:29:59+08:00'))).toBe(at('2026-11-22T03:30:00+08:00'));
    expect(lastDueAt(half, at('2026-11-23T03:30:00+08:00'))).toBe(at('2026-11-23T03:30:00+08:00'));
    expect(lastDueAt({ atMinute: 23 * 60 }, at('2026-11-23T22:00:00Z'))).toBe(at('2026-11-23T23:00:00+08:00'));
    expect(backupName(at('2026-11-23T03:30:00+08:00'))).toBe('shufang-20261123-0330');
  });

  it('is made once for all processes and complete; old ones are removed, and other folders remain', async () => {
    const { platform } = shop;
    const folder = platform.config.backup?.folder ?? '';
    const made = async (count: number): Promise<void> => {
      await Promise.all([sendDueBackup(platform), sendDueBackup(platform), sendDueBackup(platform)]);
      await untilValue('shufang_backup_seconds_count', { outcome: 'ok' }, count);
    };
    expect(await checkBackups(platform.db, platform.config, platform.clock.now())).toMatchObject({ ok: true, text: /先做一次/ });
    await made(1);
    await made(1);
    const [first = ''] = await readdir(folder);
    expect(first).toBe(backupName(lastDueAt({ atMinute: 210 }, platform.clock.now())));
    expect((await verifyBackup(path.join(folder, first), () => undefined)).findings).toEqual([]);
    expect(await valueOf('shufang_backup_last_success_timestamp_seconds')).toBeGreaterThan(0);
    expect(await checkBackups(platform.db, platform.config, platform.clock.now())).toMatchObject({ ok: true, text: /最近一次/ });

    await writeFile(path.join(folder, 'notes-of-the-operator'), '');
    for (const count of [2, 3]) {
      platform.advanceClock?.(DAY_MS);
      await made(count);
    }
    const names = await readdir(folder);
    expect(names).toHaveLength(3);
    expect(names).toContain('notes-of-the-operator');
    expect(names).not.toContain(first);
  });

  it('that fails is logged, counted, and reported by doctor; so is a missed one', async () => {
    const { platform } = shop;
    const folder = platform.config.backup?.folder ?? '';
    platform.advanceClock?.(2 * DAY_MS);
    const late = await checkBackups(platform.db, platform.config, platform.clock.now());
    expect(late).toMatchObject({ ok: false, text: expect.stringContaining('之后没有再做') as string });

    // The next backup fails, because a file is created at the path of its folder.
    await rm(folder, { recursive: true, force: true });
    await writeFile(folder, 'a file');
    await chmod(folder, 0o600);
    await sendDueBackup(platform);
    await expect.poll(() => valueOf('shufang_backup_seconds_count', { outcome: 'failed' }), patience).toBeGreaterThan(0);
    await expect.poll(async () => (await findLatestBackups(platform.db.orm)).last?.outcome, patience).toBe('failed');
    expect(shop.log()).toContain('the scheduled backup failed');
    expect(await checkBackups(platform.db, platform.config, platform.clock.now())).toMatchObject({
      ok: false,
      text: expect.stringContaining('的定时备份失败') as string,
    });
  });
});
