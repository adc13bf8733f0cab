/**
 * Tests of notifications about decisions on a user's requests and about new versions of the user's books, on a complete server
 * (`openTestServer`).
 */
import { type listMyNotifications, type OutputOf } from '@shufang/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importDependenciesOf } from '../../app/import-dependencies.ts';
import { aPdf, granted, sendForm, uploadAs } from '../../testing/file-fixture.ts';
import { aBookNamed, type OrderScenario, openOrderScenario } from '../../testing/server-order-fixture.ts';
import type { TestUser } from '../../testing/test-server.ts';
import { grantBook } from '../entitlement/grant-book.ts';
import { importFile } from '../publication/import/import-file.ts';
import { makeEpub, makeTemporaryFolder } from '../publication/testing/make-epub.ts';

type News = OutputOf<typeof listMyNotifications>;

let scenario: OrderScenario;
let editor: TestUser;
let finance: TestUser;
let userCount = 0;
const files = makeTemporaryFolder();
beforeAll(async () => {
  scenario = await openOrderScenario();
  await scenario.shop.server.listen({ port: 0, host: '127.0.0.1' });
  editor = await scenario.shop.user('13622250001', 'editor');
  finance = await scenario.shop.user('13622250002', 'finance');
}, 120_000);
afterAll(async () => {
  files.remove();
  await scenario?.close();
});

const createTestUser = (): Promise<TestUser> => {
  userCount += 1;
  return scenario.shop.user(String(13_622_260_000 + userCount));
};
const post = async <T = unknown>(as: TestUser, url: string, body: object): Promise<T> =>
  granted(await scenario.shop.call<T>(`/api/${url}`, { as, body }));
const newsOf = async (as: TestUser): Promise<News> => granted(await scenario.shop.call<News>('/api/notice/mine', { as }));
const kindsOf = async (as: TestUser) => (await newsOf(as)).items.map(({ kind, subject }) => [kind, subject.name]);

describe('notifications', () => {
  test('are sent for a ticket with a reply, a decided claim and a decided application', async () => {
    const mei = await createTestUser();
    expect(await newsOf(mei)).toEqual({ items: [], unread: 0 });
    const { ticket } = await post<{ ticket: { id: string } }>(mei, 'ticket/create', {
      topic: 'recommend',
      body: '想读《诗经选读》，馆里还没有。',
    });
    await post(editor, 'admin/ticket/answer', { ticketId: ticket.id, body: '已经在谈了' });
    scenario.shop.platform.advanceClock?.(1_000);
    // Two events about the same subject, both before the user reads the first notification, must result in one notification.
    await post(editor, 'admin/ticket/answer', { ticketId: ticket.id, body: '下月上架' });
    expect(await kindsOf(mei)).toEqual([['ticketAnswered', '想读《诗经选读》，馆里还没有。']]);

    const bookId = await scenario.shop.book(aBookNamed('孟子'), { publish: true, accessModel: 'codeOnly' });
    const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#888' } })
      .png()
      .toBuffer();
    const photo = granted(await uploadAs(scenario.shop, mei, '照片.png', picture)).id;
    const { claim } = await post<{ claim: { id: string } }>(mei, 'code/claim', {
      bookId,
      reason: 'smudged',
      note: '',
      partial: '',
      photoIds: [photo],
    });
    scenario.shop.platform.advanceClock?.(1_000);
    await post(editor, 'admin/code/claim/decide', { claimId: claim.id, approve: false, reply: '照片看不清' });

    await post(mei, 'author/application/submit', {
      realName: '孔丘',
      institution: '曲阜大学',
      title: '教授',
      bookTitle: '诗经选读',
      about: '给本科生的选读本，附注释与今译，约二十万字。',
      fileIds: [],
    });
    const [application] = await scenario.query('select id, submitted_at from application where user_id = $1', [mei.id]);
    scenario.shop.platform.advanceClock?.(1_000);
    await post(editor, 'admin/application/decide', {
      id: application?.['id'],
      submittedAt: application?.['submitted_at'],
      decision: 'approve',
    });
    expect(await kindsOf(mei)).toEqual([
      ['applicationApproved', 'author'],
      ['claimRejected', '孟子'],
      ['ticketAnswered', '想读《诗经选读》，馆里还没有。'],
    ]);
  });

  test('are sent for refunds and invoices, rejected and granted', async () => {
    const mei = await createTestUser();
    const orders = [await scenario.buy(mei, await scenario.paidBook()), await scenario.buy(mei, await scenario.paidBook())];
    const [first = { no: '' }, second = { no: '' }] = orders;
    const ask = async (no: string) => (await post<{ refund: { id: string } }>(mei, 'order/refund', { no, reason: '买错了' })).refund.id;
    await post(finance, 'admin/refund/decide', { id: await ask(first.no), decision: 'reject', reply: '已经读了一半' });
    scenario.shop.platform.advanceClock?.(1_000);
    const invoice = () =>
      post<{ id: string }>(mei, 'invoice/create', { orderNos: [second.no], titleType: 'personal', title: '梅', email: 'mei@example.com' });
    await post(finance, 'admin/invoice/reject', { id: (await invoice()).id, reply: '抬头不全' });
    scenario.shop.platform.advanceClock?.(1_000);
    granted(
      await sendForm(scenario.shop, '/api/admin/invoice/issue', finance, [
        ['id', (await invoice()).id],
        ['invoiceNo', '26112000000012345678'],
        ['file', { name: '发票.pdf', bytes: aPdf(600) }],
      ]),
    );
    scenario.shop.platform.advanceClock?.(1_000);
    await post(finance, 'admin/refund/decide', { id: await ask(second.no), decision: 'approve', reply: '' });
    expect(await kindsOf(mei)).toEqual([
      ['refundApproved', second.no],
      ['invoiceIssued', second.no],
      ['invoiceRejected', second.no],
      ['refundRejected', first.no],
    ]);
  });

  test('are sent to the owners of a book for a new version, and to no one else', async () => {
    const [mei, han] = [await createTestUser(), await createTestUser()];
    const bookId = await scenario.shop.book(aBookNamed('庄子'), { publish: true, accessModel: 'codeOnly' });
    await grantBook(scenario.shop.platform.db.orm, scenario.shop.platform.clock, { userId: mei.id, bookId });
    const again = { ...aBookNamed('庄子'), chapters: [['逍遥游', '北冥有鱼，其名为鲲。'.repeat(20)]] as [string, string][] };
    const job = await importFile(importDependenciesOf(scenario.shop.platform), files.file('second.epub', makeEpub(again)), { bookId });
    expect(job).toMatchObject({ stage: 'done' });
    expect(await kindsOf(mei)).toEqual([['bookUpdated', '庄子']]);
    expect(await kindsOf(han)).toEqual([]);
  });
});
