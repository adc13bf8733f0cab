/** Creates at least one record in every list of the product, for readers and for operators, by the calls that the pages make. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import {
  AUTHORIZATION_SCHEME,
  claimCode,
  createClass,
  createInvoice,
  createOrder,
  createShortLinks,
  createTicket,
  DEVICE_CODE_HEADER,
  getBookOffer,
  joinClass,
  listAdminBooks,
  listCollectionRecords,
  listRoyaltyStatements,
  listUsers,
  payOrder,
  redeemActivationCode,
  reportErratum,
  reportSearch,
  requestRefund,
  saveAdminBook,
  saveRating,
  setBookPrice,
  setUserRoles,
  submitAuthentication,
  toggleFavorite,
  uploadImage,
  voteArticle,
} from '@shufang/contract';
import type { Product } from '@shufang/dev-env';
import type { Page } from 'playwright-core';
import type { TestIds } from './page-rows.ts';
import { publishAssignment } from './publish-assignment.ts';
import { openBook, selectText, waitForPositionSent } from './reading.ts';
import { type Caller, callAs, callerFor, createReader, tokenOf } from './users.ts';

const BUYER = { tel: '13922228888', password: 'Mai-shu-2026' };
const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

const upload = async <Answer>(product: Product, page: Page, to: string, name: string, bytes: Buffer): Promise<Answer> => {
  const form = new FormData();
  form.append('file', new Blob([Uint8Array.from(bytes)]), name);
  const headers = { authorization: `${AUTHORIZATION_SCHEME} ${await tokenOf(page)}`, [DEVICE_CODE_HEADER]: 'web' };
  const response = (await (await fetch(product.url + to, { method: 'POST', headers, body: form })).json()) as { payload: Answer };
  return response.payload;
};

/** Creates an order. Returns its number. */
const order = async (call: Caller, bookId: string): Promise<string> => {
  const { priceFen } = await call(getBookOffer, { bookId });
  return (await call(createOrder, { bookId, priceFen })).order.no;
};

/** Buys a book: clicks the button on the page of the local payment provider. */
const buy = async (product: Product, call: Caller, bookId: string): Promise<string> => {
  const no = await order(call, bookId);
  const { start } = await call(payOrder, { no, channel: 'local' });
  if (start.kind !== 'page') throw new Error('the local provider has a page');
  await fetch(new URL(new URL(start.url).pathname, product.url), { method: 'POST', body: new URLSearchParams({ press: 'pay' }) });
  return no;
};

const publishBuild = async (product: Product): Promise<void> => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'shufang-build-'));
  const [key, file, notes] = ['key.pem', 'setup.bin', 'notes.html'].map((name) => path.join(folder, name)) as [string, string, string];
  await product.command('release', 'key', 'create', '--out', key);
  await writeFile(file, Buffer.alloc(1_200_000, 7));
  await writeFile(notes, '<h3>本次更新</h3><ul><li>离线打开更快</li></ul>');
  const build = `--version 1.3.0 --platform win --arch x64 --file ${file} --notes ${notes} --key ${key} --out ${folder}/signed`;
  await product.command('release', 'sign', ...build.split(' '));
  await product.command('release', 'publish', '--from', `${folder}/signed`);
  await rm(folder, { recursive: true });
};

const importDictionary = async (product: Product): Promise<void> => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'shufang-dictionary-'));
  const file = path.join(folder, 'words.json');
  await writeFile(file, JSON.stringify([{ headword: '程序', pinyin: 'chéng xù', definitions: ['计算机按步骤执行的指令'] }]));
  await product.command('dictionary', 'import', file, '--name', '常用字表', '--license', '自编，校内使用');
  await rm(folder, { recursive: true });
};

const CHAPTER = `?href=${encodeURIComponent('EPUB/text/ch01.xhtml')}`;

/** Saves a note in the open book, so that the reading position is stored, too. */
const writeNote = async (product: Product, page: Page, bookId: string): Promise<void> => {
  await openBook(page, product.url, bookId, CHAPTER);
  await selectText(page, '程序');
  await page.getByRole('toolbar', { name: '划线工具' }).getByRole('button', { name: '写笔记' }).click();
  await page.getByRole('textbox', { name: '笔记内容' }).fill('先写下来，再让机器去做。');
  await page.getByRole('button', { name: '保存' }).click();
  await waitForPositionSent(page);
};

/**
 * Creates at least one record in every list of the product. `admin` is the page of a user with all permissions. Returns the ids of a book,
 * a collection, a code batch, an order and a short link; the order is the reader's and unpaid.
 */
export const fillProduct = async (
  product: Product,
  { admin, reader }: { readonly admin: Page; readonly reader: Page },
  readerTel: string,
): Promise<TestIds> => {
  const { items } = await callAs(product, admin, listAdminBooks, { limit: 50 });
  const idOf = (title: string): string => items.find((book) => book.title === title)?.bookId ?? '';
  const [bookId, otherId] = [idOf('Python 编程起步'), idOf('二十四节气画册')];
  const collectionId = (await callAs(product, admin, listCollectionRecords, {})).items[0]?.id ?? '';
  const [batch] = await Promise.all([
    product.command('codes', 'mint', '--book', bookId, '--count', '3') as Promise<{ batchId: string; codes: readonly string[] }>,
    publishBuild(product),
    importDictionary(product),
  ]);

  const askAdmin: Caller = (operation, input) => callAs(product, admin, operation, input);
  const askReader: Caller = (operation, input) => callAs(product, reader, operation, input);
  await askAdmin(saveAdminBook, { bookId: otherId, accessModel: 'paid' });
  await askAdmin(setBookPrice, { bookId: otherId, priceFen: 2_900 });
  const orderNo = await order(askReader, otherId);
  await askReader(redeemActivationCode, { code: batch.codes[0] });
  await writeNote(product, reader, bookId);
  await askReader(toggleFavorite, { targetType: 'book', targetId: bookId, on: true });
  const picture = await upload<{ id: string }>(product, reader, uploadImage.path, '书上的码.png', PNG);
  await askReader(claimCode, { bookId: otherId, reason: 'smudged', photoIds: [picture.id] });
  await askReader(submitAuthentication, {
    realName: '颜书雅',
    institution: '江南大学',
    department: '人文学院',
    title: '讲师',
    subjects: ['程序设计'],
    fileIds: [picture.id],
  });
  await askReader(createTicket, { topic: 'reading', body: '第二章的插图打不开。' });
  await askReader(saveRating, { bookId, stars: 5, body: '例子都能跑，适合自学。' });
  await askReader(reportErratum, { bookId, quote: '程序', suggestion: '程式', chapter: '第一章' });
  await askReader(reportSearch, { q: '线性代数习题', found: false });
  await askReader(voteArticle, { manual: 'student', article: 'sign-in', useful: true });

  await createReader(product, BUYER.tel, BUYER.password);
  const askBuyer = await callerFor(product, BUYER);
  const [returned, invoiced] = [await buy(product, askBuyer, bookId), await buy(product, askBuyer, otherId)];
  await askBuyer(requestRefund, { no: returned, reason: '买错了版本' });
  await askBuyer(createInvoice, { orderNos: [invoiced], titleType: 'personal', title: '卜文远' });

  const { userId } = (await askAdmin(listUsers, { q: readerTel })).items[0] ?? { userId: '' };
  await askAdmin(setUserRoles, { userId, add: [{ role: 'author' }], reason: '编写教材' });
  await askAdmin(saveAdminBook, { bookId, contributors: [{ name: '颜书雅', role: 'chiefEditor', tel: readerTel }] });
  const buyer = (await askAdmin(listUsers, { q: BUYER.tel })).items[0]?.userId ?? '';
  await askAdmin(setUserRoles, { userId: buyer, add: [{ role: 'teacher' }], reason: '教授课程' });
  const group = await askBuyer(createClass, { name: '程序设计 1 班', term: '2026 年秋季学期', bookId });
  await askReader(joinClass, { code: group.code, name: '颜书雅', studentNo: '2026001' });
  const assignmentId = await publishAssignment(askBuyer, group.id);
  const links = [{ targetType: 'book', targetId: bookId, label: '封底' }];
  const [link] = (await askAdmin(createShortLinks, { links })).items;

  const royaltyId = (await askAdmin(listRoyaltyStatements, {})).items[0]?.id ?? '';

  return { bookId, collectionId, batchId: batch.batchId, orderNo, shortCode: link?.code ?? '', classId: group.id, assignmentId, royaltyId };
};
