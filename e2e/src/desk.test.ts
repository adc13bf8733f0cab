/** The operators' desk and the entry pages of teachers and authors: who may, how they come back, and what leads from one to the other. What each looks like: `page-states`. */
import { type Product, readOutbox, startProduct } from '@shufang/dev-env';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { faultsOf } from './accessibility.ts';
import { launchBrowser, type SizeName, type Visitor, visit } from './browser.ts';
import { press } from './keyboard.ts';
import { lookAtState } from './look.ts';
import { arriveAs, makeReader } from './people.ts';

const PASSWORD = 'Wode-shuzhuo-2026';
const READER = '13977770001';
const ADMIN = '13977770002';
const TEACHER = '13977770003';
const AUTHOR = '13977770004';
const LOST = '13977770005';
const FRESH = '13977770006';
const BY_CODE = '13977770007';
const BY_MAIL = '13977770008';

let product: Product;
let browser: Browser;
let bookId: string;

beforeAll(async () => {
  product = await startProduct();
  for (const [tel, role] of [
    [READER, 'reader'],
    [ADMIN, 'admin'],
    [TEACHER, 'reader'],
    [AUTHOR, 'author'],
    [LOST, 'reader'],
    [BY_CODE, 'reader'],
    [BY_MAIL, 'reader'],
  ] as const)
    await makeReader(product, tel, PASSWORD, { role, nickname: `${role}${tel.slice(-1)}` });
  const answer = (await (await fetch(`${product.url}/api/course/query?sort=title`)).json()) as { payload: { items: { id: string }[] } };
  bookId = answer.payload.items[0]?.id ?? '';
  browser = await launchBrowser();
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const arrive = async (tel: string, size: SizeName): Promise<Visitor> => {
  const visitor = await visit(browser, size);
  await arriveAs(product, visitor.page, tel, PASSWORD);
  return visitor;
};

test('a stranger is asked to sign in, and a reader is told who may', async () => {
  const stranger = await visit(browser, 'desktop');
  await stranger.page.goto(`${product.url}/admin/audit`);
  await stranger.page.waitForURL(/\/user\/login\?redirect=%2Fadmin%2Faudit/);
  await stranger.context.close();
  const reader = await arrive(READER, 'desktop');
  for (const part of ['', '/audit']) {
    await reader.page.goto(`${product.url}/admin${part}`);
    await reader.page.getByRole('heading', { name: '这里由本站的工作人员使用' }).waitFor();
    expect(await lookAtState(reader, `reader-admin${part.replaceAll('/', '-')}`)).toEqual([]);
  }
  expect(reader.faults).toEqual([]);
  await reader.context.close();
});

test('a page that failed comes back', async () => {
  const { page, context } = await arrive(ADMIN, 'phone');
  const calls = /\/api\/(?:admin\/(?:book|application|ticket|user|version|audit)\/list|my\/getAuthentication|user\/isAuthor)/;
  for (const address of [
    '/admin/books',
    '/admin/requests',
    '/admin/tickets',
    '/admin/users',
    '/admin/versions',
    '/admin/audit',
    '/user/teacher',
    '/user/myEditedBook',
  ]) {
    await page.route(calls, (route) => route.fulfill({ status: 500, contentType: 'application/json', body: '{}' }));
    await page.goto(product.url + address);
    const retry = page.getByRole('main').getByRole('button', { name: '重试' });
    await retry.waitFor();
    await page.unroute(calls);
    await retry.click();
    await retry.waitFor({ state: 'detached' });
    await expect.poll(() => page.getByRole('main').getByRole('heading', { level: 1 }).count(), { message: address }).toBe(1);
  }
  await context.close();
});

test('a teacher applies, is told what is wrong, applies again, and is a teacher on the open page the moment an editor approves', async () => {
  const teacher = await arrive(TEACHER, 'phone');
  const { page } = teacher;
  await page.goto(`${product.url}/user/teacher`);
  await page.getByRole('button', { name: '提交审核' }).click();
  expect(await page.getByLabel('姓名').evaluate((field) => field === document.activeElement)).toBe(true);
  for (const [label, value] of [
    ['姓名', '孔丘'],
    ['任教学校', '曲大'],
    ['院系或部门', '文学院'],
    ['职称或职务', '教授'],
    ['任教学科', '古代汉语、训诂学'],
  ] as const)
    await page.getByLabel(label).fill(value);
  await page.locator('input[type=file]').setInputFiles({ name: '资格证.txt', mimeType: 'text/plain', buffer: Buffer.from('教师资格证') });
  await page.getByText('资格证.txt').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await teacher.picture('teacher-form');
  await page.getByRole('button', { name: '提交审核' }).click();
  await page.getByText('审核中').waitFor();
  await teacher.picture('teacher-pending');

  const editor = await arrive(ADMIN, 'desktop');
  await editor.page.goto(`${product.url}/admin/requests`);
  await press(editor.page, editor.page.getByRole('button', { name: '不通过 孔丘 的申请' }));
  await editor.page.getByLabel('任教学校的问题').fill('请写学校全称');
  await editor.picture('reject');
  expect(await faultsOf(editor.page)).toEqual([]);
  await press(editor.page, editor.page.getByRole('button', { name: '确认不通过' }));
  await page.getByText('请写学校全称').waitFor();
  await teacher.picture('teacher-rejected');
  expect(await faultsOf(page)).toEqual([]);
  await page.getByLabel('任教学校').fill('曲阜师范大学');
  await page.getByRole('button', { name: '重新提交' }).click();
  await page.getByText('审核中').waitFor();
  await editor.page.reload();
  await press(editor.page, editor.page.getByRole('button', { name: '通过 孔丘 的申请', exact: true }));
  await page.getByText(/认证有效期至/).waitFor();
  await teacher.picture('teacher-approved');
  await editor.page.goto(`${product.url}/admin/audit?act=application.approve`);
  await editor.page.getByRole('rowheader', { name: '通过申请' }).waitFor();
  await editor.picture('audit-approve');
  await Promise.all([teacher.context.close(), editor.context.close()]);
});

test('an author has no book until an editor links the account; then it stands there, with the page of the book', async () => {
  const author = await arrive(AUTHOR, 'desktop');
  await author.page.goto(`${product.url}/user/myEditedBook`);
  await author.page.getByRole('heading', { name: '您是作者，还没有关联的图书' }).waitFor();
  await author.picture('author-empty');
  const editor = await arrive(ADMIN, 'tablet');
  await editor.page.goto(`${product.url}/admin/books/${bookId}`);
  await editor.page.getByLabel('关联账号（手机号）').first().fill(AUTHOR);
  await editor.page.getByRole('button', { name: '保存', exact: true }).click();
  await editor.page.getByText(/已关联 author4/).waitFor();
  await editor.picture('linked');
  await author.page.reload();
  await author.page.getByRole('link', { name: /的作者页$/ }).waitFor();
  await author.picture('author-books');
  expect(await faultsOf(author.page)).toEqual([]);
  await author.page.getByRole('link', { name: /的作者页$/ }).click();
  await author.page.getByRole('link', { name: /^查看《/ }).waitFor();
  await author.picture('author-page');
  expect(await faultsOf(author.page)).toEqual([]);
  await Promise.all([author.context.close(), editor.context.close()]);
});

test('who lost their number asks, an administrator gives another, and they sign in with it; the open page is signed out', async () => {
  const person = await arrive(LOST, 'phone');
  await person.page.goto(`${product.url}/helper/contact#ask`);
  await person.page.getByLabel('问题', { exact: true }).fill('原来的手机号停用了，请换成新的。');
  await person.page.getByRole('button', { name: '提交' }).click();
  await person.page.getByText('原来的手机号停用了').waitFor();
  const admin = await arrive(ADMIN, 'desktop');
  await admin.page.goto(`${product.url}/admin/tickets`);
  await admin.page.getByRole('link', { name: '查看 reader5 的账号' }).click();
  await press(admin.page, admin.page.getByRole('button', { name: '更换 reader5 的手机号' }));
  const dialog = admin.page.getByRole('dialog', { name: '更换 reader5 的手机号' });
  await dialog.getByLabel('新手机号', { exact: true }).fill(AUTHOR);
  await dialog.getByLabel('再填一次新手机号').fill(AUTHOR);
  await dialog.getByLabel('原因').fill('核对了订单与身份证');
  await dialog.getByRole('button', { name: '更换手机号' }).click();
  await dialog.getByText('该手机号已被注册').waitFor();
  expect(await faultsOf(admin.page)).toEqual([]);
  await admin.picture('lost-number');
  await dialog.getByLabel('新手机号', { exact: true }).fill(FRESH);
  await dialog.getByLabel('再填一次新手机号').fill(`+86 ${FRESH}`);
  await dialog.getByRole('button', { name: '更换手机号' }).click();
  await dialog.waitFor({ state: 'detached' });
  await admin.page.getByText('139****0006').waitFor();
  await person.page.reload();
  await person.page.getByRole('banner').getByRole('button', { name: '登录' }).waitFor();
  await admin.page.goto(`${product.url}/admin/audit?act=user.phone`);
  await admin.page.getByText('核对了订单与身份证').waitFor();
  const again = await arrive(FRESH, 'phone');
  await again.page.goto(`${product.url}/user`);
  await again.page.getByText('139****0006').first().waitFor();
  for (const { context } of [person, admin, again]) await context.close();
});

test('a teacher on the list of a school names it and is one at once, without papers; the log says by which rule', async () => {
  const teacher = await visit(browser, 'desktop');
  await arriveAs(product, teacher.page, '13800000007', 'Shufang-2026');
  await teacher.page.goto(`${product.url}/user/teacher`);
  await teacher.page.getByText('墨池演示大学的名单里有您，身份是教师。').waitFor();
  expect(await teacher.page.getByLabel('任教学校').inputValue()).toBe('墨池演示大学');
  for (const [label, value] of [
    ['姓名', '闵知行'],
    ['院系或部门', '文学院'],
    ['职称或职务', '讲师'],
    ['任教学科', '古代汉语'],
  ] as const)
    await teacher.page.getByLabel(label).fill(value);
  expect(await faultsOf(teacher.page)).toEqual([]);
  await teacher.picture('teacher-vouched-form');
  await teacher.page.getByRole('button', { name: '提交审核' }).click();
  await teacher.page.getByText('墨池演示大学的名单里有这位教师，自动通过。').first().waitFor();
  await teacher.picture('teacher-vouched');
  const admin = await arrive(ADMIN, 'desktop');
  await admin.page.goto(`${product.url}/admin/audit?act=application.approve&who=rule`);
  await admin.page.getByRole('cell', { name: '按规则自动' }).waitFor();
  await Promise.all([teacher.context.close(), admin.context.close()]);
});

test('a teacher types the code of a teachers’ guide and is one at once; typed again, and typed as a book’s, it says what it is', async () => {
  const mint = await product.command('codes', 'mint', '--book', bookId, '--count', '1', '--purpose', 'authentication');
  const [code = ''] = (mint as { codes: readonly string[] }).codes;
  const teacher = await arrive(BY_CODE, 'phone');
  const { page } = teacher;
  // As the QR code beside it leads: to the page of book codes, which knows better.
  await page.goto(`${product.url}/q/${code.replaceAll('-', '')}`);
  await page.getByText('这是教师认证码，不能开通图书').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await teacher.picture('teacher-code-as-book');
  await press(page, page.getByRole('link', { name: '去教师认证' }));
  await page.getByRole('heading', { name: '不用等审核，马上通过' }).waitFor();
  expect((await page.getByRole('textbox', { name: '教师认证码' }).inputValue()).replaceAll('-', '')).toBe(code.replaceAll('-', ''));
  await page.getByRole('textbox', { name: '教师认证码' }).fill(`${code.slice(0, -1)}${code.endsWith('A') ? 'B' : 'A'}`);
  await press(page, page.getByRole('button', { name: '用认证码认证' }));
  await page.getByText('教师认证码输入有误').waitFor();
  await page.getByRole('textbox', { name: '教师认证码' }).fill(code.toLowerCase());
  await teacher.picture('teacher-code');
  await press(page, page.getByRole('button', { name: '用认证码认证' }));
  await page.getByText(/认证有效期至/).waitFor();
  await page.getByText(/教师认证码自动通过/).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await teacher.picture('teacher-code-approved');
  const editor = await arrive(ADMIN, 'desktop');
  await editor.page.goto(`${product.url}/admin/requests?state=approved`);
  await editor.page.getByText('没有提交资料').first().waitFor();
  expect(await faultsOf(editor.page)).toEqual([]);
  await editor.picture('approved-by-code');
  await Promise.all([teacher.context.close(), editor.context.close()]);
});

test('the desk tells the mail domain of a school, and a teacher there is one by six digits', async () => {
  const admin = await arrive(ADMIN, 'desktop');
  await admin.page.goto(`${product.url}/admin/institutions`);
  await press(admin.page, admin.page.getByRole('button', { name: '新建机构' }));
  await admin.page.getByLabel('机构名称').fill('演示工业大学');
  await admin.page.getByLabel('教师邮箱域名').fill('qq.com');
  await press(admin.page, admin.page.getByRole('button', { name: '保存', exact: true }));
  await admin.page.getByText('qq.com 是公共邮箱').first().waitFor();
  await admin.page.getByLabel('教师邮箱域名').fill('gongda.edu.cn、teacher.gongda.edu.cn');
  expect(await faultsOf(admin.page)).toEqual([]);
  await admin.picture('mail-domains');
  await press(admin.page, admin.page.getByRole('button', { name: '保存', exact: true }));
  await admin.page.getByText('教师邮箱 gongda.edu.cn、teacher.gongda.edu.cn').waitFor();

  const teacher = await arrive(BY_MAIL, 'tablet');
  const { page } = teacher;
  await page.goto(`${product.url}/user/teacher`);
  const address = page.getByRole('textbox', { name: '学校邮箱' });
  await address.fill('zhang@stu.gongda.edu.cn');
  await press(page, page.getByRole('button', { name: '发送验证码' }));
  await page.getByText('这个邮箱不属于已登记的学校').waitFor();
  await teacher.picture('teacher-mail-refused');
  await address.fill('Zhang@gongda.edu.cn');
  await press(page, page.getByRole('button', { name: '发送验证码' }));
  await page.getByText('验证码已发送到 zhang@gongda.edu.cn').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await teacher.picture('teacher-mail-sent');
  const sent = (await readOutbox(product.dataDir, 'mail')).findLast((mail) => mail['to'] === 'zhang@gongda.edu.cn');
  const code = String(sent?.['code']);
  await page.getByRole('textbox', { name: '邮件验证码' }).fill(code === '000000' ? '000001' : '000000');
  await press(page, page.getByRole('button', { name: '用邮箱认证' }));
  await page.getByText('邮件验证码错误或已过期').waitFor();
  await page.getByRole('textbox', { name: '邮件验证码' }).fill(code);
  await press(page, page.getByRole('button', { name: '用邮箱认证' }));
  await page.getByText('演示工业大学的邮箱（@gongda.edu.cn）已验证，自动通过。').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await teacher.picture('teacher-mail-approved');
  await Promise.all([teacher.context.close(), admin.context.close()]);
});
