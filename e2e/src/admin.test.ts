/**
 * The admin area and the application pages of teachers and authors: who has access, how a user whose phone number was lost signs in again,
 * and the links between the pages. `admin-pages` checks how each page looks.
 */
import { type Product, readOutbox, startProduct } from '@shufang/dev-env';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessibilityProblemsOf } from './accessibility.ts';
import { launchBrowser, type SizeName, type TestPage, visit } from './browser.ts';
import { checkStateAppearance } from './check-appearance.ts';
import { press } from './keyboard.ts';
import { createReader, openSignedIn } from './users.ts';

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
    await createReader(product, tel, PASSWORD, { role, nickname: `${role}${tel.slice(-1)}` });
  const response = (await (await fetch(`${product.url}/api/course/query?sort=title`)).json()) as { payload: { items: { id: string }[] } };
  bookId = response.payload.items[0]?.id ?? '';
  browser = await launchBrowser();
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const openTestPage = async (tel: string, size: SizeName): Promise<TestPage> => {
  const testPage = await visit(browser, size);
  await openSignedIn(product, testPage.page, tel, PASSWORD);
  return testPage;
};

test('an anonymous user is asked to sign in, and a reader sees who has access', async () => {
  const anonymousPage = await visit(browser, 'desktop');
  await anonymousPage.page.goto(`${product.url}/admin/audit`);
  await anonymousPage.page.waitForURL(/\/user\/login\?redirect=%2Fadmin%2Faudit/);
  await anonymousPage.context.close();
  const reader = await openTestPage(READER, 'desktop');
  for (const part of ['', '/audit']) {
    await reader.page.goto(`${product.url}/admin${part}`);
    await reader.page.getByRole('heading', { name: '这里由本站的工作人员使用' }).waitFor();
    expect(await checkStateAppearance(reader, `reader-admin${part.replaceAll('/', '-')}`)).toEqual([]);
  }
  expect(reader.problems).toEqual([]);
  await reader.context.close();
});

test('a teacher applies, is rejected, applies again, and has the role on the open page as soon as an editor approves', async () => {
  const teacher = await openTestPage(TEACHER, 'phone');
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
  await page.getByRole('button', { name: '移除 资格证.txt' }).waitFor();
  expect(await accessibilityProblemsOf(page)).toEqual([]);
  await teacher.picture('teacher-form');
  await page.getByRole('button', { name: '提交审核' }).click();
  await page.getByText('审核中').waitFor();
  await teacher.picture('teacher-pending');

  const editor = await openTestPage(ADMIN, 'desktop');
  await editor.page.goto(`${product.url}/admin/requests`);
  await press(editor.page, editor.page.getByRole('button', { name: '不通过 孔丘 的申请' }));
  await editor.page.getByLabel('任教学校的问题').fill('请写学校全称');
  await editor.picture('reject');
  expect(await accessibilityProblemsOf(editor.page)).toEqual([]);
  await press(editor.page, editor.page.getByRole('button', { name: '确认不通过' }));
  await page.getByText('请写学校全称').waitFor();
  await teacher.picture('teacher-rejected');
  expect(await accessibilityProblemsOf(page)).toEqual([]);
  await page.getByLabel('任教学校').fill('曲阜师范大学');
  await page.getByRole('button', { name: '重新提交' }).click();
  await page.getByText('审核中').waitFor();
  await editor.page.reload();
  await press(editor.page, editor.page.getByRole('button', { name: '通过 孔丘 的申请', exact: true }));
  await page.getByText(/认证有效期至/).waitFor();
  await teacher.picture('teacher-approved');
  await editor.page.goto(`${product.url}/admin/audit?action=application.approve`);
  // The rule of the demo school has approved the demo teachers.
  await editor.page.getByRole('row').filter({ hasText: '通过申请' }).filter({ hasNotText: '按规则自动' }).waitFor();
  await editor.picture('audit-approve');
  await Promise.all([teacher.context.close(), editor.context.close()]);
});

test('an author has no book until an editor links the account; then the book and its author page are listed', async () => {
  const author = await openTestPage(AUTHOR, 'desktop');
  await author.page.goto(`${product.url}/user/myEditedBook`);
  await author.page.getByRole('heading', { name: '您是作者，还没有关联的图书' }).waitFor();
  await author.picture('author-empty');
  const editor = await openTestPage(ADMIN, 'tablet');
  await editor.page.goto(`${product.url}/admin/books/${bookId}`);
  await editor.page.getByLabel('关联账号（手机号）').first().fill(AUTHOR);
  await editor.page.getByRole('button', { name: '保存', exact: true }).click();
  await editor.page.getByText(/已关联 author4/).waitFor();
  await editor.picture('linked');
  await author.page.reload();
  await author.page.getByRole('link', { name: /的作者页$/ }).waitFor();
  await author.picture('author-books');
  expect(await accessibilityProblemsOf(author.page)).toEqual([]);
  await author.page.getByRole('link', { name: /的作者页$/ }).click();
  await author.page.getByRole('link', { name: /^查看图书《/ }).waitFor();
  await author.picture('author-page');
  expect(await accessibilityProblemsOf(author.page)).toEqual([]);
  await Promise.all([author.context.close(), editor.context.close()]);
});

test('a user who lost their number asks for help, an administrator sets another number, and the user signs in with it; the open page is signed out', async () => {
  const user = await openTestPage(LOST, 'phone');
  await user.page.goto(`${product.url}/helper/contact#ask`);
  await user.page.getByLabel('问题', { exact: true }).fill('原来的手机号停用了，请换成新的。');
  await user.page.getByRole('button', { name: '提交' }).click();
  await user.page.getByText('原来的手机号停用了').waitFor();
  const admin = await openTestPage(ADMIN, 'desktop');
  await admin.page.goto(`${product.url}/admin/tickets`);
  await admin.page.getByRole('link', { name: '查看账号：reader5' }).click();
  await press(admin.page, admin.page.getByRole('button', { name: '更换手机号：reader5' }));
  const dialog = admin.page.getByRole('dialog', { name: '更换手机号：reader5' });
  await dialog.getByLabel('新手机号', { exact: true }).fill(AUTHOR);
  await dialog.getByLabel('再填一次新手机号').fill(AUTHOR);
  await dialog.getByLabel('原因').fill('核对了订单与身份证');
  await dialog.getByRole('button', { name: '更换手机号' }).click();
  await dialog.getByText('该手机号已被注册').waitFor();
  expect(await accessibilityProblemsOf(admin.page)).toEqual([]);
  await admin.picture('lost-number');
  await dialog.getByLabel('新手机号', { exact: true }).fill(FRESH);
  await dialog.getByLabel('再填一次新手机号').fill(`+86 ${FRESH}`);
  await dialog.getByRole('button', { name: '更换手机号' }).click();
  await dialog.waitFor({ state: 'detached' });
  await admin.page.getByText('139****0006').waitFor();
  await user.page.reload();
  await user.page.getByRole('banner').getByRole('button', { name: '登录' }).waitFor();
  await admin.page.goto(`${product.url}/admin/audit?action=user.phone`);
  await admin.page.getByText('核对了订单与身份证').waitFor();
  const again = await openTestPage(FRESH, 'phone');
  await again.page.goto(`${product.url}/user`);
  await again.page.getByText('139****0006').first().waitFor();
  for (const { context } of [user, admin, again]) await context.close();
});

test('a teacher on the member list of a school is verified immediately without documents, and the audit log names the rule', async () => {
  const teacher = await visit(browser, 'desktop');
  await openSignedIn(product, teacher.page, '13800000007', 'Shufang-2026');
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
  expect(await accessibilityProblemsOf(teacher.page)).toEqual([]);
  await teacher.picture('teacher-vouched-form');
  await teacher.page.getByRole('button', { name: '提交审核' }).click();
  await teacher.page.getByText('墨池演示大学的名单里有这位教师，自动通过。').first().waitFor();
  await teacher.picture('teacher-vouched');
  const admin = await openTestPage(ADMIN, 'desktop');
  await admin.page.goto(`${product.url}/admin/audit?action=application.approve&who=rule`);
  // The newest row comes first.
  await admin.page.getByRole('row').nth(1).getByRole('cell', { name: '按规则自动' }).waitFor();
  await Promise.all([teacher.context.close(), admin.context.close()]);
});

test('a teacher is verified by the code of a teachers’ guide; the same code is then rejected, also as an activation code, with an explanation', async () => {
  const mint = await product.command('codes', 'mint', '--book', bookId, '--count', '1', '--purpose', 'authentication');
  const [code = ''] = (mint as { codes: readonly string[] }).codes;
  const teacher = await openTestPage(BY_CODE, 'phone');
  const { page } = teacher;
  // Opens the URL of the QR code printed beside the code: it leads to the page for activation codes, which recognizes a teacher code.
  await page.goto(`${product.url}/q/${code.replaceAll('-', '')}`);
  await page.getByText('这是教师认证码，不能开通图书').waitFor();
  expect(await accessibilityProblemsOf(page)).toEqual([]);
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
  expect(await accessibilityProblemsOf(page)).toEqual([]);
  await teacher.picture('teacher-code-approved');
  const editor = await openTestPage(ADMIN, 'desktop');
  await editor.page.goto(`${product.url}/admin/requests?state=approved`);
  await editor.page.getByText('没有提交资料').first().waitFor();
  expect(await accessibilityProblemsOf(editor.page)).toEqual([]);
  await editor.picture('approved-by-code');
  await Promise.all([teacher.context.close(), editor.context.close()]);
});

test('an administrator enters the mail domain of a school, and one of its teachers is verified by a six-digit code', async () => {
  const admin = await openTestPage(ADMIN, 'desktop');
  await admin.page.goto(`${product.url}/admin/institutions`);
  await press(admin.page, admin.page.getByRole('button', { name: '新建机构' }));
  await admin.page.getByLabel('机构名称').fill('演示工业大学');
  await admin.page.getByLabel('教师邮箱域名').fill('qq.com');
  await press(admin.page, admin.page.getByRole('button', { name: '保存', exact: true }));
  await admin.page.getByText('qq.com 是公共邮箱').first().waitFor();
  await admin.page.getByLabel('教师邮箱域名').fill('gongda.edu.cn、teacher.gongda.edu.cn');
  expect(await accessibilityProblemsOf(admin.page)).toEqual([]);
  await admin.picture('mail-domains');
  await press(admin.page, admin.page.getByRole('button', { name: '保存', exact: true }));
  await admin.page.getByText('教师邮箱 gongda.edu.cn、teacher.gongda.edu.cn').waitFor();

  const teacher = await openTestPage(BY_MAIL, 'tablet');
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
  expect(await accessibilityProblemsOf(page)).toEqual([]);
  await teacher.picture('teacher-mail-sent');
  const sent = (await readOutbox(product.dataDir, 'mail')).findLast((mail) => mail['to'] === 'zhang@gongda.edu.cn');
  const code = String(sent?.['code']);
  await page.getByRole('textbox', { name: '邮件验证码' }).fill(code === '000000' ? '000001' : '000000');
  await press(page, page.getByRole('button', { name: '用邮箱认证' }));
  await page.getByText('邮件验证码错误或已过期').waitFor();
  await page.getByRole('textbox', { name: '邮件验证码' }).fill(code);
  await press(page, page.getByRole('button', { name: '用邮箱认证' }));
  await page.getByText('演示工业大学的邮箱（@gongda.edu.cn）已验证，自动通过。').waitFor();
  expect(await accessibilityProblemsOf(page)).toEqual([]);
  await teacher.picture('teacher-mail-approved');
  await Promise.all([teacher.context.close(), admin.context.close()]);
});
