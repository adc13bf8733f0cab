/** Tests of code batches from request to release, of claims, and of ordered removals: over HTTP, on a real database. */
import type {
  AccessRight,
  BoundCode,
  CodeBatchView,
  CodeClaim,
  claimCode,
  exportCodeBatch,
  findClaimedCodes,
  getBookInfo,
  getCodeBoxes,
  listClaims,
  listMyBooks,
  OperatorClaim,
  OutputOf,
} from '@shufang/contract';
import { readActivationCode } from '@shufang/contract';
import { strFromU8, unzipSync } from 'fflate';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { granted, uploadPictureAs } from '../../testing/file-fixture.ts';
import { openTestServer, type TestServer, type TestUser } from '../../testing/test-server.ts';
import { topicOfClaims } from '../sync/topics.ts';

const DAY_MS = 86_400_000;
let shop: TestServer;
let editor: TestUser;
let finance: TestUser;
let admin: TestUser;
let bookId: string;
let userCount = 0;

beforeAll(async () => {
  shop = await openTestServer();
  await shop.server.listen({ port: 0, host: '127.0.0.1' });
  [editor, finance, admin] = [
    await shop.user('13966660001', 'editor'),
    await shop.user('13966660002', 'finance'),
    await shop.user('13966660003', 'admin'),
  ];
  bookId = await shop.book({}, { publish: true, accessModel: 'codeOnly', trialChapters: 1 });
});
afterAll(() => shop?.close());

const aReader = (): Promise<TestUser> => {
  userCount += 1;
  return shop.user(`1397777${String(userCount).padStart(4, '0')}`);
};
const post = <T = unknown>(as: TestUser, url: string, body: object) => shop.call<T>(`/api/${url}`, { as, body });
const get = <T = unknown>(as: TestUser | undefined, url: string) => shop.call<T>(`/api/${url}`, { ...(as && { as }) });
const query = async (text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
  (await shop.platform.db.pool.query(text, values)).rows;
const rightOf = async (as: TestUser | undefined, id = bookId): Promise<AccessRight> =>
  granted(await get<OutputOf<typeof getBookInfo>>(as, `book/info?bookId=${id}`)).right;
const heldBy = async (as: TestUser) => granted(await get<OutputOf<typeof listMyBooks>>(as, 'my/getBooks')).items;

const request = async (change: object = {}, as = editor): Promise<CodeBatchView> =>
  granted(
    await post<{ batch: CodeBatchView }>(as, 'admin/code/batch/request', {
      bookId,
      purpose: 'printedBook',
      count: 7,
      boxSize: 3,
      printing: '第 1 版第 2 次',
      ...change,
    }),
  ).batch;
const decide = (as: TestUser, batchId: string, approve = true) =>
  post<{ batch: CodeBatchView }>(as, 'admin/code/batch/decide', { batchId, approve, reply: approve ? '' : '印量有误' });
const exported = async (batchId: string) =>
  granted(await post<OutputOf<typeof exportCodeBatch>>(finance, 'admin/code/batch/export', { batchId }));
const rowsOf = (csv: string): string[][] =>
  csv
    .replace('\uFEFF', '')
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(','));
const codes = async (change: object = {}): Promise<{ batchId: string; codes: string[] }> => {
  const { id } = await request(change);
  granted(await decide(finance, id));
  return { batchId: id, codes: rowsOf((await exported(id)).csv ?? '').map((row) => row[2] ?? '') };
};
const redeem = (as: TestUser, code: string) => post<{ right: AccessRight }>(as, 'code/redeem', { code });
const auditEventsOf = async (id: string): Promise<unknown[]> =>
  (await query('select action, operator_id from audit_event where target_id = $1 order by at, id', [id])).map((row) => [
    row['action'],
    row['operator_id'],
  ]);

describe('a batch of codes', () => {
  it('is requested by one operator, approved by another and exported once, each with an audit event', async () => {
    const batch = await request();
    expect(batch).toMatchObject({ state: 'requested', mine: true, codes: { free: 0 }, bookTitle: '论语选读' });
    expect(await post(finance, 'admin/code/batch/export', { batchId: batch.id })).toMatchObject({ code: 'activationCode.batchState' });
    expect(granted(await decide(finance, batch.id)).batch).toMatchObject({ state: 'approved', codes: { free: 7 }, mine: false });
    const { csv, boxes, fileName } = await exported(batch.id);
    expect(boxes).toEqual([
      { box: 1, from: 1, to: 3 },
      { box: 2, from: 4, to: 6 },
      { box: 3, from: 7, to: 7 },
    ]);
    expect(fileName).toMatch(/\.csv$/);
    const rows = rowsOf(csv ?? '');
    expect(rows.map((row) => row.slice(5).join('-'))).toEqual(['1-3', '1-3', '1-3', '4-6', '4-6', '4-6', '7-7']);
    expect(rows.map(([serial, box]) => `${serial}/${box}`)).toEqual(['1/1', '2/1', '3/1', '4/2', '5/2', '6/2', '7/3']);
    expect(new Set(rows.map((row) => row[2])).size).toBe(7);
    for (const [, , code = '', address] of rows) expect(address).toMatch(new RegExp(`/q/${readActivationCode(code)}$`));
    expect(await auditEventsOf(batch.id)).toEqual([
      ['codes.request', editor.id],
      ['codes.approve', finance.id],
      ['codes.export', finance.id],
    ]);
    expect((await post(admin, 'admin/code/batch/export', { batchId: batch.id })).code).toBe('activationCode.batchState');
    const reader = await aReader();
    expect(granted(await redeem(reader, rows[4]?.[2] ?? '')).right).toMatchObject({ kind: 'owned', source: 'code' });
  });

  it('is exported with the box size chosen for the export, also as a workbook', async () => {
    const { id } = await request({ count: 7 });
    granted(await decide(finance, id));
    const exportBatch = (body: object) =>
      post<OutputOf<typeof exportCodeBatch>>(finance, 'admin/code/batch/export', { batchId: id, ...body });
    expect((await exportBatch({ boxSize: 0 })).code).toBe('request.invalid');
    const { xlsx, csv, boxes, batch, fileName } = granted(await exportBatch({ boxSize: 5, format: 'xlsx' }));
    expect([csv, fileName]).toEqual([undefined, `激活码-${id}.xlsx`]);
    expect(batch.boxSize).toBe(5);
    expect(boxes).toEqual([
      { box: 1, from: 1, to: 5 },
      { box: 2, from: 6, to: 7 },
    ]);
    const parts = unzipSync(Buffer.from(xlsx ?? '', 'base64'));
    const part = (name: string): string => strFromU8(parts[name] ?? new Uint8Array());
    expect(part('xl/workbook.xml')).toMatch(/激活码.*箱单/s);
    expect(part('xl/worksheets/sheet2.xml')).toMatch(/<v>6<\/v>.*<v>7<\/v>.*<v>2<\/v>/s);
    expect(part('xl/worksheets/sheet1.xml').match(/<row /g)).toHaveLength(8);

    granted(await post(finance, 'admin/code/void', { batchId: id, from: 6, to: 6, reason: '第 2 箱受潮' }));
    const sheet = granted(await get<OutputOf<typeof getCodeBoxes>>(editor, `admin/code/batch/boxes?batchId=${id}`));
    expect(sheet.boxes).toEqual([
      { box: 1, from: 1, to: 5, void: 0 },
      { box: 2, from: 6, to: 7, void: 1 },
    ]);
    expect((await get(await aReader(), `admin/code/batch/boxes?batchId=${id}`)).code).toBe('forbidden');
    expect((await get(editor, 'admin/code/batch/boxes?batchId=none')).code).toBe('activationCode.batchNotFound');
  });

  it('is refused with too many boxes, and a large one is not exported as a workbook', async () => {
    const input = { bookId, purpose: 'gift' };
    expect((await post(editor, 'admin/code/batch/request', { ...input, count: 5_001, boxSize: 1 })).code).toBe('request.invalid');
    const { id } = await request({ count: 20_001, boxSize: 10_000 });
    granted(await decide(finance, id));
    const exportBatch = (body: object) => post(finance, 'admin/code/batch/export', { batchId: id, ...body });
    expect((await exportBatch({ format: 'xlsx' })).message).toContain('20000');
    expect((await exportBatch({ boxSize: 1 })).message).toContain('5000');
    expect((await exportBatch({})).code).toBe('success');
  });

  it('cannot be decided by its requester, whatever their roles, and only once', async () => {
    await query(`insert into user_role (user_id, role, scope, granted_at) values ($1, 'editor', '', 0)`, [admin.id]);
    const own = await request({}, admin);
    expect(await decide(admin, own.id)).toMatchObject({ code: 'activationCode.batchSamePerson' });
    expect((await decide(finance, own.id, false)).payload?.batch).toMatchObject({
      state: 'rejected',
      reply: '印量有误',
      codes: { free: 0 },
    });
    expect((await decide(finance, own.id)).code).toBe('activationCode.batchState');
    const raced = await request();
    const responses = await Promise.all([decide(finance, raced.id), decide(admin, raced.id), decide(finance, raced.id)]);
    expect(responses.map(({ code }) => code).toSorted()).toEqual(['activationCode.batchState', 'activationCode.batchState', 'success']);
    expect(await query('select count(*)::int as n from activation_code where batch_id = $1', [raced.id])).toEqual([{ n: 7 }]);
  });

  it('is requested by editors and approved by finance, and not visible to readers', async () => {
    const reader = await aReader();
    const { id } = await request();
    expect((await post(finance, 'admin/code/batch/request', { bookId, purpose: 'gift', count: 1 })).code).toBe('forbidden');
    expect((await decide(editor, id)).code).toBe('forbidden');
    expect((await get(reader, 'admin/code/batch/list')).code).toBe('forbidden');
    expect((await get<{ items: unknown[] }>(editor, 'admin/code/batch/list?limit=2')).payload?.items).toHaveLength(2);
  });

  it('has a period of validity, whose end is after its start', async () => {
    const day = 86_400_000;
    const now = shop.platform.clock.now();
    const [validFrom, validUntil] = [now + day, now + 8 * day];
    expect(await request({ validFrom, validUntil })).toMatchObject({ validFrom, validUntil });
    const input = { bookId, purpose: 'gift', count: 1 };
    const turned = await post(editor, 'admin/code/batch/request', { ...input, validFrom: validUntil, validUntil: validFrom });
    expect(turned).toMatchObject({ code: 'request.invalid' });
    expect((await post(editor, 'admin/code/batch/request', { ...input, validUntil: now - day })).code).toBe('request.invalid');
  });

  it('is exported once by concurrent requests, and its plain codes are not stored in a table, the log or a replayed response', async () => {
    const { id } = await request({ count: 3 });
    granted(await decide(finance, id));
    const headers = { 'x-op-id': 'export-of-this-batch-1' };
    const responses = await Promise.all(
      [finance, admin, finance].map((as) =>
        shop.call<OutputOf<typeof exportCodeBatch>>('/api/admin/code/batch/export', { as, body: { batchId: id }, headers }),
      ),
    );
    const succeeded = responses.filter(({ code }) => code === 'success');
    expect(succeeded).toHaveLength(1);
    const plain = rowsOf(succeeded[0]?.payload?.csv ?? '').map((row) => readActivationCode(row[2] ?? '') ?? 'none');
    expect(plain).toHaveLength(3);
    const tables = await query("select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'");
    for (const { name } of tables)
      for (const { row } of await query(`select t::text as row from ${String(name)} t`))
        for (const code of plain) expect(String(row), String(name)).not.toContain(code);
    await shop.request({ url: `/q/${plain[0]}`, headers: { host: 'localhost:8080' } });
    for (const code of plain) expect(shop.log()).not.toContain(code);
    expect(await query('select sealed_secret from code_batch where id = $1', [id])).toEqual([{ sealed_secret: null }]);
  });

  it('is voided by range, bound codes only on request, or as a whole', async () => {
    const { batchId, codes: made } = await codes();
    const reader = await aReader();
    granted(await redeem(reader, made[1] ?? ''));
    const voided = (change: object) => post<{ voided: number }>(finance, 'admin/code/void', { batchId, reason: '错发', ...change });
    expect((await voided({ from: 3, to: 1 })).code).toBe('request.invalid');
    expect((await voided({ from: 1, to: 3 })).payload?.voided).toBe(2);
    expect((await redeem(await aReader(), made[0] ?? '')).code).toBe('activationCode.codeVoid');
    expect(granted(await post(await aReader(), 'code/check', { code: made[0] }))).toMatchObject({
      state: 'void',
      bindable: false,
      reason: '这个激活码已作废，请联系出版社',
    });
    expect((await rightOf(reader)).kind).toBe('owned');
    expect((await voided({ from: 1, to: 3, bound: true })).payload?.voided).toBe(1);
    expect((await rightOf(reader)).kind).toBe('trial');
    expect(await heldBy(reader)).toEqual([]);
    expect((await redeem(await aReader(), made[4] ?? '')).code).toBe('success');
    expect((await voided({})).payload).toMatchObject({ voided: 3, batch: { state: 'void', codes: { void: 6, bound: 1, free: 0 } } });
    expect((await voided({})).code).toBe('activationCode.batchState');
  });
});

describe('a released code', () => {
  it('ends its entitlement after a day and can be bound by the next owner, as often as the batch allows', async () => {
    const { codes: made } = await codes({ rebindLimit: 1, count: 1 });
    const code = made[0] ?? '';
    const [first, second] = [await aReader(), await aReader()];
    granted(await redeem(first, code));
    const bound = (await heldBy(first))[0]?.held[0]?.code as BoundCode;
    expect(bound).toMatchObject({
      last4: readActivationCode(code)?.slice(12, 16),
      release: { allowed: false, reason: expect.stringContaining('24 小时') as string },
    });
    expect(await post(first, 'code/release', { codeId: bound.id })).toMatchObject({ code: 'activationCode.releaseTooSoon' });
    expect((await post(second, 'code/release', { codeId: bound.id })).code).toBe('activationCode.codeNotYours');
    expect((await redeem(second, code)).code).toBe('activationCode.codeUsed');
    shop.platform.advanceClock?.(DAY_MS);
    expect((await heldBy(first))[0]?.held[0]?.code?.release).toMatchObject({
      allowed: true,
      reason: expect.stringContaining('还可转让 1 次') as string,
    });
    const [released, again] = await Promise.all(
      [1, 2].map(() => post<{ right: AccessRight }>(first, 'code/release', { codeId: bound.id })),
    );
    expect([released?.code, again?.code].toSorted()).toEqual(['activationCode.codeNotYours', 'success']);
    expect((await rightOf(first)).kind).toBe('trial');
    expect(await heldBy(first)).toEqual([]);
    expect(granted(await redeem(second, code)).right.kind).toBe('owned');
    shop.platform.advanceClock?.(DAY_MS);
    expect((await get<{ items: BoundCode[] }>(second, 'my/codes')).payload?.items[0]?.release).toMatchObject({ allowed: false });
    expect((await post(second, 'code/release', { codeId: bound.id })).code).toBe('activationCode.releaseLimit');
  });

  it('stays bound if its batch allows no release', async () => {
    const { codes: made } = await codes({ rebindLimit: 0, count: 1 });
    const reader = await aReader();
    granted(await redeem(reader, made[0] ?? ''));
    shop.platform.advanceClock?.(DAY_MS);
    const codeId = (await heldBy(reader))[0]?.held[0]?.code?.id;
    expect((await post(reader, 'code/release', { codeId })).code).toBe('activationCode.releaseLimit');
  });
});

describe('a claim', () => {
  const aPhoto = async (as: TestUser): Promise<string> => {
    const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#a33' } })
      .png()
      .toBuffer();
    return granted(await uploadPictureAs(shop, as, picture, 'image')).id;
  };
  const claim = (as: TestUser, change: object) =>
    post<OutputOf<typeof claimCode>>(as, 'code/claim', { bookId, reason: 'smudged', note: '涂层刮坏了', partial: 'AB12', ...change });

  it('requires photos of the claimant, is decided once, grants the book, and is visible to its claimant', async () => {
    const reader = await aReader();
    const other = await aReader();
    const photo = await aPhoto(reader);
    expect((await claim(other, { photoIds: [photo] })).code).toBe('file.notFound');
    expect((await claim(reader, { photoIds: [] })).message).toBe('请至少上传 1 张照片');
    const made = granted(await claim(reader, { photoIds: [photo] })).claim;
    expect(made).toMatchObject({ status: 'open', photos: 1, bookTitle: '论语选读' });
    expect((await claim(reader, { photoIds: [photo] })).code).toBe('activationCode.claimOpen');
    const waiting = granted(await get<OutputOf<typeof listClaims>>(editor, 'admin/code/claim/list')).items;
    expect(waiting.map(({ id }) => id)).toContain(made.id);
    const opened = granted(
      await post<{ mediaType: string; base64: string }>(editor, 'admin/code/claim/photo', { claimId: made.id, photo: 0 }),
    );
    expect((await sharp(Buffer.from(opened.base64, 'base64')).metadata()).width).toBe(60);
    expect((await post(editor, 'admin/code/claim/photo', { claimId: made.id, photo: 1 })).code).toBe('file.notFound');
    const refused = await post(other, 'admin/code/claim/photo', { claimId: made.id, photo: 0 });
    expect(refused.code).toBe('forbidden');
    const { rows: auditEvents } = await shop.platform.db.pool.query<{ after: unknown }>(
      `select after from audit_event where action = 'claim.readPhoto' and target_id = $1`,
      [made.id],
    );
    expect(auditEvents).toEqual([{ after: { photo: 1 } }]);
    const input = { claimId: made.id, approve: true, termDays: 30 };
    const decided = await Promise.all([editor, admin].map((as) => post(as, 'admin/code/claim/decide', input)));
    expect(decided.map(({ code }) => code).toSorted()).toEqual(['activationCode.claimDecided', 'success']);
    expect(await rightOf(reader)).toMatchObject({ kind: 'owned', source: 'claim', endsAt: expect.any(Number) as number });
    expect((await heldBy(reader))[0]?.held).toMatchObject([{ source: 'claim', state: 'active' }]);
    expect(granted(await get<{ items: CodeClaim[] }>(reader, 'code/claim/list')).items).toMatchObject([
      { id: made.id, status: 'approved' },
    ]);
  });

  it('voids the old code when approved, ends its entitlement if the editor chose so, and notifies the claimant', async () => {
    const [firstUser, reader, next] = [await aReader(), await aReader(), await aReader()];
    const { codes: made } = await codes({ count: 2, rebindLimit: 1 });
    const [used = '', free = ''] = made;
    granted(await redeem(firstUser, used));
    const { id } = granted(await claim(reader, { reason: 'usedByOther', photoIds: [await aPhoto(reader)] })).claim;
    const find = async (typed: string) =>
      granted(await post<OutputOf<typeof findClaimedCodes>>(editor, 'admin/code/claim/codes', { claimId: id, typed })).items;
    const [found] = await find(used);
    expect(found).toMatchObject({ status: 'bound', last4: readActivationCode(used)?.slice(12, 16), boundAt: expect.any(Number) as number });
    expect((await find(readActivationCode(used)?.slice(12, 16).toLowerCase() ?? '')).map((code) => code.id)).toContain(found?.id);
    expect(await find(free.replace(/.$/, (last) => (last === '0' ? '1' : '0')))).toEqual([]);
    const published: unknown[] = [];
    const stop = shop.platform.events.subscribe(topicOfClaims(reader.id), () => published.push('claim'));
    const decide = (body: object) => post<{ claim: OperatorClaim }>(editor, 'admin/code/claim/decide', { claimId: id, ...body });
    expect((await decide({ approve: true, codeId: 'f'.repeat(64) })).message).toBe('这个激活码不是本书的，或已经作废');
    expect(published).toEqual([]);
    const decided = granted(await decide({ approve: true, codeId: found?.id, endBound: true })).claim;
    stop();
    expect(decided).toMatchObject({ status: 'approved', voidedCode: found?.last4 });
    expect(published).toEqual(['claim']);
    expect((await rightOf(reader)).kind).toBe('owned');
    expect((await rightOf(firstUser)).kind).toBe('trial');
    expect((await redeem(next, used)).code).toBe('activationCode.codeVoid');
    expect((await redeem(next, free)).code).toBe('success');
    expect(await find(used)).toEqual([]);
    const [auditEvent] = await query("select after from audit_event where action = 'claim.approve' and target_id = $1", [id]);
    expect(auditEvent?.['after']).toMatchObject({ voidedCode: found?.last4, endBound: true });
  });

  it('that is rejected has a reason and can be repeated, up to five times a day', async () => {
    const reader = await aReader();
    const photoIds = [await aPhoto(reader)];
    const { id } = granted(await claim(reader, { photoIds })).claim;
    expect((await post(editor, 'admin/code/claim/decide', { claimId: id, approve: false })).message).toBe('请写明不通过的原因');
    granted(await post(editor, 'admin/code/claim/decide', { claimId: id, approve: false, reply: '照片看不清封底' }));
    expect((await rightOf(reader)).kind).toBe('trial');
    expect(granted(await get<{ items: CodeClaim[] }>(reader, 'code/claim/list')).items[0]).toMatchObject({
      status: 'rejected',
      reply: '照片看不清封底',
    });
    for (let i = 0; i < 4; i++) {
      const again = granted(await claim(reader, { photoIds })).claim;
      granted(await post(editor, 'admin/code/claim/decide', { claimId: again.id, approve: false, reply: '同上' }));
    }
    expect((await claim(reader, { photoIds })).code).toBe('activationCode.claimTooMany');
  });

  it('is refused for a removed book, and a pending one is approved only after the removal ends', async () => {
    const [early, late] = [await aReader(), await aReader()];
    const { id } = granted(await claim(early, { photoIds: [await aPhoto(early)] })).claim;
    await query(`update book set removal_notice = '主管部门要求停止使用' where id = $1`, [bookId]);
    const refused = await claim(late, { photoIds: [await aPhoto(late)] });
    expect(refused).toMatchObject({
      code: 'activationCode.claimBookRemoved',
      message: expect.stringContaining('主管部门要求停止使用') as string,
    });
    const { items } = granted(await get<OutputOf<typeof listClaims>>(editor, 'admin/code/claim/list'));
    expect(items.find((one) => one.id === id)?.removalNotice).toBe('主管部门要求停止使用');
    expect((await post(editor, 'admin/code/claim/decide', { claimId: id, approve: true })).code).toBe('activationCode.claimBookRemoved');
    await query('update book set removal_notice = null where id = $1', [bookId]);
    granted(await post(editor, 'admin/code/claim/decide', { claimId: id, approve: true }));
  });

  it('is refused for a book that the claimant can read', async () => {
    const reader = await aReader();
    const { codes: made } = await codes({ count: 1 });
    granted(await redeem(reader, made[0] ?? ''));
    expect((await claim(reader, { photoIds: [await aPhoto(reader)] })).code).toBe('activationCode.claimNeedless');
  });
});

describe('an ordered removal', () => {
  it('closes the book to everyone with its notice, until it is lifted', async () => {
    const id = await shop.book({}, { publish: true, accessModel: 'free' });
    const reader = await aReader();
    const order = (notice: string) => post(editor, 'admin/book/removal', { bookId: id, notice, reason: '主管部门来函' });
    expect((await rightOf(reader, id)).kind).toBe('free');
    granted(await order('主管部门要求停止使用'));
    expect(await rightOf(reader, id)).toEqual({ kind: 'none', reason: '本书已停止阅读：主管部门要求停止使用' });
    expect((await get(reader, `learn/open?bookId=${id}`)).code).toBe('entitlement.notEntitled');
    granted(await order(''));
    expect((await rightOf(reader, id)).kind).toBe('free');
  });
});
