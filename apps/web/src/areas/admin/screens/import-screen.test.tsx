import {
  cancelImport,
  createImport,
  getCategoryTree,
  getImport,
  type ImportJob,
  listAuthRoles,
  listBookShelves,
  listImports,
  type Role,
  retryImport,
  setBookShelf,
} from '@shufang/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { handle } from '../../../app/admin-route.tsx';
import { dropRoles } from '../../../features/account/queries.ts';
import { createQueryClient } from '../../../platform/api/query-client.ts';
import { endSession } from '../../../platform/session/session.ts';
import { accessibilityViolations, renderInApp } from '../../../testing/render-in-app.tsx';
import { signInHere } from '../../../testing/sign-in-here.ts';
import { refuse, stubCalls, succeed } from '../../../testing/stub-calls.ts';
import { stubUploads } from '../../../testing/stub-uploads.ts';
import { dropUpload, useUploads } from '../publication/uploads.ts';
import { Component } from './import-screen.tsx';

const BOOK = '1'.repeat(26);
const idOf = (digit: number): string => `${digit}`.repeat(26);
const aJob = (part: Partial<ImportJob> = {}): ImportJob => ({
  id: idOf(2),
  fileName: '论语.epub',
  fileBytes: 2_500_000,
  sha256: 'ab',
  stage: 'queued',
  progress: 0,
  detail: '等待处理',
  findings: [],
  existing: false,
  createdAt: Date.UTC(2026, 0, 2),
  ...part,
});
const done: Partial<ImportJob> = {
  stage: 'done',
  progress: 1,
  bookId: BOOK,
  statistics: { documents: 12, blocks: 900, chars: 32_000, resources: 45, ms: 3_140 },
  findings: [
    { severity: 'notice', code: 'n', message: '没有封面', count: 1 },
    { severity: 'repaired', code: 'r', message: '补上了没有关闭的标记', path: 'OEBPS/c1.xhtml', line: 12, count: 7 },
  ],
};

const signInAs = (role: Role): ReturnType<typeof succeed> => {
  signInHere({ id: `u-${role}` });
  return succeed(listAuthRoles, { roles: [{ role, scope: '' }], permissions: role === 'reader' ? ['browse'] : ['browse', 'importBook'] });
};
const tree = succeed(getCategoryTree, { items: [{ id: 'literature', kind: 'discipline', name: '文学', children: [] }] });
const imports = (...items: ImportJob[]) => succeed(listImports, { items });
const shelf = (state: 'published' | 'draft') =>
  succeed(listBookShelves, { items: [{ bookId: BOOK, title: '论语选读', authors: '孔子弟子', state }] });
const epub = (name: string): File => new File(['PK'], name, { type: 'application/epub+zip' });
const choose = (...files: File[]): void => {
  fireEvent.change(screen.getByLabelText('要导入的 EPUB 文件'), { target: { files } });
};
const button = (name: string | RegExp) => screen.findByRole('button', { name });

afterEach(async () => {
  await dropRoles(createQueryClient());
  for (const { key } of useUploads.getState().uploads) dropUpload(key);
  endSession();
  vi.unstubAllGlobals();
});

describe('access to the import page', () => {
  it('is denied to a reader, with a message', async () => {
    stubCalls(signInAs('reader'), tree, imports());
    renderInApp(<Component />, '/admin/import', handle);
    expect(await screen.findByRole('heading', { name: '这里由本站的工作人员使用' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /开始导入/ })).toBeNull();
  });

  it('is granted to an editor, also when the role was granted after the sign-in', async () => {
    const [path] = signInAs('reader');
    stubCalls([path, () => ({ payload: { roles: [{ role: 'editor', scope: '' }], permissions: ['importBook'] } })], tree, imports());
    renderInApp(<Component />, '/admin/import', handle);
    expect(await screen.findByRole('heading', { name: '还没有导入过图书' })).toBeVisible();
    expect(await accessibilityViolations()).toEqual([]);
  });
});

describe('the form of a new import', () => {
  it('uploads the selected files one after another with the form values, and then shows their progress', async () => {
    stubCalls(
      signInAs('admin'),
      tree,
      imports(),
      succeed(getImport, aJob({ stage: 'converting', progress: 0.4, detail: '第 3 篇，共 9 篇' })),
    );
    const { asked } = stubUploads();
    renderInApp(<Component />, '/admin/import', handle);
    await button('开始导入');
    choose(epub('一.epub'), epub('二.EPUB'), new File(['x'], '三.pdf'));
    expect(screen.getByRole('alert')).toHaveTextContent('“三.pdf”没有加入：只能导入 .epub 文件');
    await userEvent.click(screen.getByRole('radio', { name: '付费' }));
    await userEvent.selectOptions(screen.getByRole('combobox', { name: '添加学科' }), await screen.findByRole('option', { name: '文学' }));
    await userEvent.selectOptions(screen.getByRole('combobox', { name: '适用层次' }), '本科');
    await userEvent.type(screen.getByRole('textbox', { name: '出版社' }), '甲出版社');
    await userEvent.click(await button('开始导入 2 个文件'));
    expect(screen.getByRole('textbox', { name: '定价（元）' })).toBeInvalid();
    expect(screen.getByRole('textbox', { name: '定价（元）' })).toHaveFocus();
    expect(asked).toHaveLength(0);
    await userEvent.type(screen.getByRole('textbox', { name: '定价（元）' }), '39.80');
    await userEvent.click(await button('开始导入 2 个文件'));
    await waitFor(() => expect(asked).toHaveLength(1));
    expect(asked[0]?.fields).toEqual({
      publish: 'true',
      access: 'paid',
      priceFen: '3980',
      trialChapters: '2',
      category: 'literature',
      publisher: '甲出版社',
      level: 'undergrad',
    });
    asked[0]?.progress(0.5);
    expect(await screen.findByText('已上传 50%')).toBeVisible();
    expect(screen.getByText('等待上传')).toBeVisible();
    stubCalls(
      signInAs('admin'),
      tree,
      imports(aJob({ fileName: '一.epub' })),
      succeed(getImport, aJob({ fileName: '一.epub', stage: 'converting', progress: 0.4, detail: '第 3 篇，共 9 篇' })),
    );
    asked[0]?.respond({ code: 'success', message: '', payload: aJob({ fileName: '一.epub' }) });
    await waitFor(() => expect(asked.map(({ file }) => file.name)).toEqual(['一.epub', '二.EPUB']));
    expect(await screen.findByText('第 3 篇，共 9 篇')).toBeVisible();
    expect(screen.getByRole('progressbar', { name: '导入进度：一.epub' })).toHaveAttribute('value', '0.4');
    expect(await accessibilityViolations()).toEqual([]);
  });

  it('requires a file, and accepts dropped files', async () => {
    stubCalls(signInAs('admin'), tree, imports());
    renderInApp(<Component />, '/admin/import', handle);
    await userEvent.click(await button('开始导入'));
    expect(screen.getByRole('alert')).toHaveTextContent('请先选择要导入的文件');
    expect(screen.getByRole('button', { name: '选择文件' })).toHaveFocus();
    fireEvent.drop(screen.getByText('把 EPUB 文件拖到这里'), { dataTransfer: { files: [epub('论语.epub')] } });
    expect(screen.queryByRole('alert')).toBeNull();
    await userEvent.click(await button('移除 论语.epub'));
    expect(await button('开始导入')).toBeVisible();
    expect(screen.getByRole('button', { name: '选择文件' })).toHaveFocus();
  });

  it('shows why an upload failed, and retries it on request', async () => {
    stubCalls(signInAs('admin'), tree, imports());
    const { asked } = stubUploads();
    renderInApp(<Component />, '/admin/import', handle);
    await button('开始导入');
    choose(epub('论语.epub'));
    await userEvent.click(await button('开始导入 1 个文件'));
    asked[0]?.respond({ code: 'import.refused', message: '无法导入：这不是 EPUB 电子书，而是 PDF 文档', payload: null });
    expect(await screen.findByRole('alert')).toHaveTextContent('而是 PDF 文档');
    await userEvent.click(await button('重新上传'));
    await waitFor(() => expect(asked).toHaveLength(2));
    await userEvent.click(await button('取消上传'));
    expect(asked[1]?.isAborted).toBe(true);
    await waitFor(() => expect(screen.queryByRole('heading', { name: '正在上传' })).toBeNull());
    expect(asked[0]?.address).toBe(createImport.path);
  });
});

describe('an import', () => {
  it('is shown until it ends, then with the book, its figures, its report and the shelf button', async () => {
    const running = aJob({ stage: 'converting', progress: 0.5, detail: '第 5 篇' });
    const role = signInAs('admin');
    const { asked } = stubCalls(role, tree, imports(running), succeed(getImport, aJob(done)), shelf('draft'), [
      setBookShelf.path,
      () => ({ payload: { bookId: BOOK, title: '论语选读', state: 'published' } }),
    ]);
    renderInApp(<Component />, '/admin/import', handle);
    expect(await screen.findByRole('link', { name: '查看图书 论语.epub' })).toHaveAttribute('href', `/course/info/${BOOK}`);
    expect(screen.getByText('12 章 · 3.2 万字 · 45 个图片等文件 · 用时 3.1 秒')).toBeVisible();
    await userEvent.click(screen.getByText('导入报告'));
    expect(screen.getAllByRole('heading', { level: 4 }).map(({ textContent }) => textContent)).toEqual(['已修复 7', '提示 1']);
    expect(screen.getByText('首见于 OEBPS/c1.xhtml 第 12 行')).toBeVisible();
    await userEvent.click(await button('上架《论语选读》'));
    await waitFor(() => expect(asked.find(({ name }) => name === setBookShelf.path)?.fields).toEqual({ bookId: BOOK, state: 'published' }));
    expect(await accessibilityViolations()).toEqual([]);
  });

  it('is taken off the shelf only with a reason', async () => {
    const { asked } = stubCalls(signInAs('admin'), tree, imports(aJob(done)), shelf('published'), [
      setBookShelf.path,
      () => ({ payload: { bookId: BOOK, title: '论语选读', state: 'offShelf' } }),
    ]);
    renderInApp(<Component />, '/admin/import', handle);
    await userEvent.click(await button('下架《论语选读》'));
    await userEvent.click(await button('下架'));
    expect(screen.getByRole('textbox', { name: '下架的原因' })).toBeInvalid();
    await userEvent.type(screen.getByRole('textbox', { name: '下架的原因' }), '版权到期');
    await userEvent.click(await button('下架'));
    await waitFor(() =>
      expect(asked.find(({ name }) => name === setBookShelf.path)?.fields).toEqual({ bookId: BOOK, state: 'offShelf', reason: '版权到期' }),
    );
  });

  it('is canceled and run again by the same button, which keeps the focus', async () => {
    const running = aJob({ stage: 'converting', progress: 0.5, detail: '第 5 篇' });
    const { asked } = stubCalls(
      signInAs('admin'),
      tree,
      imports(running),
      succeed(getImport, running),
      succeed(cancelImport, aJob({ stage: 'canceled', progress: 0.5, detail: '已取消' })),
      refuse(retryImport, 'import.alreadyFinished', '导入任务已经结束'),
    );
    renderInApp(<Component />, '/admin/import', handle);
    (await button('取消导入 论语.epub')).focus();
    await userEvent.keyboard('{Enter}');
    expect(await button('重新导入 论语.epub')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(asked.map(({ name }) => name)).toContain(retryImport.path));
  });

  it('can be opened while its text is indexed, and can then not be canceled', async () => {
    const detail = '已经可以阅读，正在建立检索（40%）';
    const indexing = aJob({ stage: 'indexing', progress: 0.7, detail, bookId: BOOK, versionId: BOOK });
    stubCalls(signInAs('admin'), tree, imports(indexing), succeed(getImport, indexing), shelf('draft'));
    renderInApp(<Component />, '/admin/import', handle);
    expect(await screen.findByRole('link', { name: '查看图书 论语.epub' })).toHaveAttribute('href', `/course/info/${BOOK}`);
    expect(screen.getByText(detail)).toBeVisible();
    expect(screen.queryByRole('button', { name: '取消导入 论语.epub' })).toBeNull();
  });

  it('that was rejected shows the reason first, and cannot be run again', async () => {
    const reason = '文件有密码保护（DRM）';
    const refused = aJob({
      stage: 'refused',
      detail: reason,
      findings: [{ severity: 'refused', code: 'drm', message: reason, path: 'META-INF/encryption.xml', count: 1 }],
    });
    stubCalls(signInAs('admin'), tree, imports(refused));
    renderInApp(<Component />, '/admin/import', handle);
    expect(await screen.findByText('这个文件不能导入')).toBeVisible();
    expect(screen.getByText(reason)).toBeVisible();
    expect(screen.getByText('位置：META-INF/encryption.xml')).toBeVisible();
    expect(screen.queryByRole('button', { name: /重新导入/ })).toBeNull();
    expect(await accessibilityViolations()).toEqual([]);
  });
});

it('a list of imports that failed to load can be retried', async () => {
  const role = signInAs('admin');
  stubCalls(role, tree, refuse(listImports, 'unavailable', '服务暂时不可用，请稍后再试'));
  renderInApp(<Component />, '/admin/import', handle);
  expect(await screen.findByText('导入记录没有加载出来：服务暂时不可用，请稍后再试')).toBeVisible();
  stubCalls(role, tree, imports(aJob({ stage: 'failed', detail: '系统出现问题' })));
  await userEvent.click(await button('重试'));
  expect(await button('重新导入 论语.epub')).toBeVisible();
});
