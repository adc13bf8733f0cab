import { type AdminErratum, decideErratum, type Erratum, listAdminErrata, listErrata, reportErratum } from '@shufang/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { AdminErrata } from '../../areas/admin/errata/admin-errata.tsx';
import { accessibilityViolations, renderInApp } from '../../testing/render-in-app.tsx';
import { stubCalls, succeed } from '../../testing/stub-calls.ts';
import { BookErrata } from './book-errata.tsx';
import { ReportDialog } from './report-dialog.tsx';

const BOOK = '1'.repeat(26);
const counts = { submitted: 2, accepted: 0, duplicate: 0, rejected: 0, fixed: 1 };
const erratum: Erratum = {
  id: '2'.repeat(26),
  state: 'fixed',
  quote: '学儿时习之',
  suggestion: '学而时习之',
  chapter: '学而篇',
  reply: '谢谢指正',
  versionNo: 1,
  fixedInVersion: 2,
  createdAt: Date.UTC(2026, 4, 6, 4),
  mine: false,
};

afterEach(() => vi.unstubAllGlobals());

describe('the list of errata of a book', () => {
  it('shows the wrong text, the correct text, and the version of the correction', async () => {
    stubCalls(succeed(listErrata, { items: [erratum], counts }));
    renderInApp(<BookErrata bookId={BOOK} />);
    const item = (await screen.findByText('学儿时习之')).closest('li');
    expect(item).toHaveTextContent('已改正学而篇内容第 2 版已改正');
    expect(item).toHaveTextContent('编辑：谢谢指正');
    expect(screen.getByText('待核实 2 条 · 已采纳 0 条 · 已改正 1 条')).toBeVisible();
    expect(await accessibilityViolations()).toEqual([]);
  });

  it('asks an anonymous user to sign in before reporting', async () => {
    stubCalls(succeed(listErrata, { items: [], counts }));
    renderInApp(<BookErrata bookId={BOOK} />);
    expect(await screen.findByRole('heading', { name: '还没有核实过的错误' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: '报告错误' }));
    expect(screen.queryByRole('dialog', { name: '报告书中的错误' })).toBeNull();
  });
});

describe('an erratum report', () => {
  it('is prefilled with the passage, cannot be sent unchanged, and contains the position', async () => {
    const { asked: requests } = stubCalls(succeed(reportErratum, { ...erratum, state: 'submitted', fixedInVersion: undefined }));
    const onClose = vi.fn();
    const locator = { href: 'c1.xhtml', locations: { block: { blockId: 'b1', offset: 0 } } };
    renderInApp(<ReportDialog bookId={BOOK} passage={{ quote: '学儿时习之', locator }} onClose={onClose} />);
    const right = screen.getByLabelText('应改成');
    expect(screen.getByLabelText('有误的原文')).toHaveValue('学儿时习之');
    expect(right).toHaveValue('学儿时习之');
    await userEvent.click(screen.getByRole('button', { name: '提交' }));
    expect(await screen.findByText('修改建议与原文相同，请写明应改成什么')).toBeVisible();
    expect(right).toHaveFocus();
    await userEvent.clear(right);
    await userEvent.type(right, '学而时习之');
    await userEvent.click(screen.getByRole('button', { name: '提交' }));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(requests.find(({ name }) => name === reportErratum.path)?.fields).toMatchObject({ suggestion: '学而时习之', locator });
  });
});

describe('the admin list of errata', () => {
  const report: AdminErratum = {
    ...erratum,
    state: 'accepted',
    fixedInVersion: undefined,
    bookId: BOOK,
    bookTitle: '论语',
    reason: '形近而误',
    currentVersion: 3,
  };

  it('records a correction only in a released version', async () => {
    const { asked: requests } = stubCalls(succeed(listAdminErrata, { items: [report], counts }), succeed(decideErratum, report));
    renderInApp(<AdminErrata />, '/?state=accepted');
    await userEvent.click(await screen.findByRole('button', { name: '标为已改正：学儿时习之' }));
    const dialog = screen.getByRole('dialog', { name: '标为已改正' });
    const version = within(dialog).getByLabelText('改正的版本');
    expect(version).toHaveValue('3');
    await userEvent.clear(version);
    await userEvent.type(version, '4');
    await userEvent.click(within(dialog).getByRole('button', { name: '标为已改正' }));
    expect(await within(dialog).findByText('请填写已经发布的版本号')).toBeVisible();
    await userEvent.clear(version);
    await userEvent.type(version, '2');
    await userEvent.click(within(dialog).getByRole('button', { name: '标为已改正' }));
    await waitFor(() =>
      expect(requests.find(({ name }) => name === decideErratum.path)?.fields).toMatchObject({ decision: 'fix', fixedInVersion: 2 }),
    );
  });
});
