import {
  getAdminWork,
  getPrintStatus,
  getStorageUse,
  type ImportJob,
  listAdminBooks,
  listAuthRoles,
  listImports,
  type Permission,
} from '@shufang/contract';
import { screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { handle } from '../../../app/admin-route.tsx';
import { dropRoles } from '../../../features/account/queries.ts';
import { createQueryClient } from '../../../platform/api/query-client.ts';
import { endSession } from '../../../platform/session/session.ts';
import { accessibilityViolations, renderInApp } from '../../../testing/render-in-app.tsx';
import { signInHere } from '../../../testing/sign-in-here.ts';
import { stubCalls, succeed } from '../../../testing/stub-calls.ts';
import { Component } from './overview-screen.tsx';

afterEach(async () => {
  await dropRoles(createQueryClient());
  endSession();
  vi.unstubAllGlobals();
});

const job = (digit: number, part: Partial<ImportJob>): ImportJob => ({
  id: `${digit}`.repeat(26),
  fileName: '论语.epub',
  fileBytes: 1,
  sha256: 'ab',
  stage: 'done',
  progress: 1,
  detail: '',
  findings: [],
  existing: false,
  createdAt: 1,
  ...part,
});
const book = {
  bookId: '3'.repeat(26),
  title: '论语选读',
  authors: '孔子弟子',
  isbn: '',
  publisher: '',
  accessModel: 'free' as const,
  priceFen: 0,
  state: 'draft' as const,
  updatedAt: 1,
};

const open = (...permissions: Permission[]): void => {
  vi.stubGlobal('isSecureContext', true);
  signInHere({ id: 'u-admin' });
  stubCalls(
    succeed(listAuthRoles, { roles: [{ role: 'admin', scope: '' }], permissions: ['browse', ...permissions] }),
    succeed(listImports, {
      items: [job(1, { stage: 'failed', detail: '系统出现问题' }), job(2, { fileName: '孟子.epub' })],
    }),
    succeed(listAdminBooks, { items: [book] }),
    succeed(getStorageUse, { bookBytes: 3_000_000, userFileBytes: 2_000, databaseBytes: 50_000_000 }),
    succeed(getPrintStatus, {}),
    succeed(getAdminWork, { work: {} }),
  );
  renderInApp(<Component />, '/admin', handle);
};

it('the start page shows the imports that failed, the newest books with covers, and the storage in use', async () => {
  open('importBook', 'publishBook', 'runPlatform');
  const failed = await screen.findByRole('region', { name: '没有成功的导入' });
  expect(within(failed).getByText('论语.epub')).toBeVisible();
  expect(within(failed).getByText('系统出现问题')).toBeVisible();
  expect(within(failed).queryByText('孟子.epub')).toBeNull();
  expect(await screen.findByRole('link', { name: '论语选读' })).toHaveAttribute('href', `/admin/books/${book.bookId}`);
  expect((await screen.findByText('图书文件')).nextElementSibling).toHaveTextContent('2.9 MB');
  expect(await accessibilityViolations()).toEqual([]);
});

it('a user who may only import sees the failed imports, and neither books nor storage', async () => {
  open('importBook');
  expect(await screen.findByText('系统出现问题')).toBeVisible();
  expect(screen.queryByText('最近更新的图书')).toBeNull();
  expect(screen.queryByText('图书文件')).toBeNull();
});
