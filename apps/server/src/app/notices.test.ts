/** News for people: each thing that was decided about something of theirs, and new versions of their books; on a whole server (`openTestServer`). */
import { type listMyNotices, newId, type OutputOf } from '@shufang/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { grantBook } from '../features/commerce/grant-book.ts';
import { importFile } from '../features/media/import/import-file.ts';
import { makeEpub, makeFolder } from '../features/media/testing/make-epub.ts';
import { sweepOnce } from './housekeeping.ts';
import { importParts } from './import-parts.ts';
import { aPdf, granted, sendForm, uploadAs } from './testing/file-scene.ts';
import { aBookNamed, type OrderScene, openOrderScene } from './testing/order-scene.ts';
import type { TestPerson } from './testing/test-server.ts';

type News = OutputOf<typeof listMyNotices>;

let scene: OrderScene;
let editor: TestPerson;
let finance: TestPerson;
let people = 0;
const files = makeFolder();
beforeAll(async () => {
  scene = await openOrderScene();
  await scene.shop.server.listen({ port: 0, host: '127.0.0.1' });
  editor = await scene.shop.person('13622250001', 'editor');
  finance = await scene.shop.person('13622250002', 'finance');
}, 120_000);
afterAll(async () => {
  files.remove();
  await scene?.close();
});

const aPerson = (): Promise<TestPerson> => {
  people += 1;
  return scene.shop.person(String(13_622_260_000 + people));
};
const post = async <T = unknown>(as: TestPerson, url: string, body: object): Promise<T> =>
  granted(await scene.shop.call<T>(`/api/${url}`, { as, body }));
const newsOf = async (as: TestPerson): Promise<News> => granted(await scene.shop.call<News>('/api/notice/mine', { as }));
const kindsOf = async (as: TestPerson) => (await newsOf(as)).items.map(({ kind, subject }) => [kind, subject.name]);

describe('news', () => {
  test('tells of an answered question, of a claim and of an application that were decided', async () => {
    const mei = await aPerson();
    expect(await newsOf(mei)).toEqual({ items: [], unread: 0 });
    const { ticket } = await post<{ ticket: { id: string } }>(mei, 'ticket/create', {
      topic: 'recommend',
      body: '想读《诗经选读》，馆里还没有。',
    });
    await post(editor, 'admin/ticket/answer', { ticketId: ticket.id, body: '已经在谈了' });
    scene.shop.platform.advanceClock?.(1_000);
    // Said twice before it was read: one piece of news.
    await post(editor, 'admin/ticket/answer', { ticketId: ticket.id, body: '下月上架' });
    expect(await kindsOf(mei)).toEqual([['ticketAnswered', '想读《诗经选读》，馆里还没有。']]);

    const bookId = await scene.shop.book(aBookNamed('孟子'), { publish: true, accessModel: 'codeOnly' });
    const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#888' } })
      .png()
      .toBuffer();
    const photo = granted(await uploadAs(scene.shop, mei, '照片.png', picture)).id;
    const { claim } = await post<{ claim: { id: string } }>(mei, 'code/claim', {
      bookId,
      reason: 'smudged',
      note: '',
      partial: '',
      photoIds: [photo],
    });
    scene.shop.platform.advanceClock?.(1_000);
    await post(editor, 'admin/code/claim/decide', { claimId: claim.id, approve: false, answer: '照片看不清' });

    await post(mei, 'author/application/submit', {
      realName: '孔丘',
      institution: '曲阜大学',
      title: '教授',
      bookTitle: '诗经选读',
      about: '给本科生的选读本，附注释与今译，约二十万字。',
      fileIds: [],
    });
    const [application] = await scene.query('select id, submitted_at from application where user_id = $1', [mei.id]);
    scene.shop.platform.advanceClock?.(1_000);
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

  test('tells of money: a refund and an invoice, refused and given', async () => {
    const mei = await aPerson();
    const orders = [await scene.buy(mei, await scene.paidBook()), await scene.buy(mei, await scene.paidBook())];
    const [first = { no: '' }, second = { no: '' }] = orders;
    const ask = async (no: string) => (await post<{ refund: { id: string } }>(mei, 'order/refund', { no, reason: '买错了' })).refund.id;
    await post(finance, 'admin/refund/decide', { id: await ask(first.no), decision: 'reject', answer: '已经读了一半' });
    scene.shop.platform.advanceClock?.(1_000);
    const invoice = () =>
      post<{ id: string }>(mei, 'invoice/create', { orderNos: [second.no], titleType: 'personal', title: '梅', email: 'mei@example.com' });
    await post(finance, 'admin/invoice/reject', { id: (await invoice()).id, answer: '抬头不全' });
    scene.shop.platform.advanceClock?.(1_000);
    granted(
      await sendForm(scene.shop, '/api/admin/invoice/issue', finance, [
        ['id', (await invoice()).id],
        ['invoiceNo', '26112000000012345678'],
        ['file', { name: '发票.pdf', bytes: aPdf(600) }],
      ]),
    );
    scene.shop.platform.advanceClock?.(1_000);
    await post(finance, 'admin/refund/decide', { id: await ask(second.no), decision: 'approve', answer: '' });
    expect(await kindsOf(mei)).toEqual([
      ['refundApproved', second.no],
      ['invoiceIssued', second.no],
      ['invoiceRejected', second.no],
      ['refundRejected', first.no],
    ]);
  });

  test('tells owners of a new version of their book, and nobody else', async () => {
    const [mei, han] = [await aPerson(), await aPerson()];
    const bookId = await scene.shop.book(aBookNamed('庄子'), { publish: true, accessModel: 'codeOnly' });
    await grantBook(scene.shop.platform.db.orm, scene.shop.platform.clock, { userId: mei.id, bookId });
    const again = { ...aBookNamed('庄子'), chapters: [['逍遥游', '北冥有鱼，其名为鲲。'.repeat(20)]] as [string, string][] };
    const job = await importFile(importParts(scene.shop.platform), files.file('second.epub', makeEpub(again)), { bookId });
    expect(job).toMatchObject({ stage: 'done' });
    expect(await kindsOf(mei)).toEqual([['bookUpdated', '庄子']]);
    expect(await kindsOf(han)).toEqual([]);
  });

  test('is read one by one or all at once, by its owner alone, and is thrown away after half a year', async () => {
    const [mei, han] = [await aPerson(), await aPerson()];
    const now = scene.shop.platform.clock.now();
    for (const [index, person] of [mei, mei, han].entries()) {
      await scene.query(
        `insert into notice (id, user_id, kind, subject_id, subject_name, created_at) values ($1, $2, 'bookUpdated', $3, '书', $4)`,
        [newId(now + index), person.id, `b${index}`, now + index],
      );
    }
    const [newest] = (await newsOf(mei)).items;
    expect((await newsOf(mei)).unread).toBe(2);
    expect(await post(han, 'notice/read', { ids: [newest?.id] })).toEqual({ unread: 1 });
    expect(await post(mei, 'notice/read', { ids: [newest?.id] })).toEqual({ unread: 1 });
    expect((await newsOf(mei)).items.map(({ isRead }) => isRead)).toEqual([true, false]);
    expect(await post(mei, 'notice/read', {})).toEqual({ unread: 0 });
    expect((await newsOf(han)).unread).toBe(1);
    scene.shop.platform.advanceClock?.(181 * 86_400_000);
    await sweepOnce(scene.shop.platform);
    expect(await scene.query('select 1 from notice')).toEqual([]);
  });
});
