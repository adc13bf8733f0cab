import { exportSettings, importSettings, type PlatformSettings } from '@shufang/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { endSession } from '../../../platform/session/session.ts';
import { noteBroadcasts } from '../../../testing/note-broadcasts.ts';
import { accessibilityViolations, renderInApp } from '../../../testing/render-in-app.tsx';
import { signInHere } from '../../../testing/sign-in-here.ts';
import { refuse, stubCalls, succeed } from '../../../testing/stub-calls.ts';
import { SettingsTransfer } from './settings-transfer.tsx';

const settings: PlatformSettings = {
  operatorName: '映台出版社',
  phone: '',
  hours: '',
  wechat: '',
  email: 'help@example.com',
  topicEmails: [],
  licenses: [],
  reviewDays: 5,
};
const exported = { format: 'shufang-settings', version: 1, exportedAt: '2026-11-23T08:00:00.000Z', settings } as const;
const text = JSON.stringify(exported);
const changes = [
  { name: 'operatorName', before: '', after: '映台出版社' },
  { name: 'reviewDays', before: '3', after: '5' },
] as const;
const compares = (...differences: (typeof changes)[number][]) => succeed(importSettings, { changes: differences, isApplied: false });

const fileField = (): HTMLElement => screen.getByLabelText('导入设置', { selector: 'input' });
const choose = (content = text): Promise<void> =>
  userEvent.upload(
    screen.getByLabelText('导入设置', { selector: 'input' }),
    new File([content], '设置.json', { type: 'application/json' }),
  );
const imports = ({ asked }: ReturnType<typeof stubCalls>): object[] =>
  asked.filter(({ name }) => name === importSettings.path).map(({ fields }) => fields);

beforeEach(() => signInHere());
afterEach(() => {
  endSession();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('the export offers the settings as a file with the day in its name', async () => {
  stubCalls(succeed(exportSettings, exported));
  const offered: Blob[] = [];
  class DownloadUrl extends URL {
    static override createObjectURL(content: Blob): string {
      offered.push(content);
      return 'blob:settings';
    }
  }
  vi.stubGlobal('URL', DownloadUrl);
  const downloads: (readonly string[])[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function download(this: HTMLAnchorElement) {
    downloads.push([this.href, this.download]);
  });
  renderInApp(<SettingsTransfer />);
  await userEvent.click(screen.getByRole('button', { name: '导出设置' }));
  await waitFor(() => expect(downloads).toEqual([['blob:settings', '书房设置-2026-11-23.json']]));
  expect(offered.map(({ type }) => type)).toEqual(['application/json']);
  expect(JSON.parse((await offered[0]?.text()) ?? '')).toEqual(exported);
});

it('the import shows what the file changes, and applies it only after confirmation', async () => {
  const server = stubCalls(compares(...changes));
  renderInApp(<SettingsTransfer />);
  await choose();
  const dialog = await screen.findByRole('dialog', { name: '导入设置' });
  expect(within(dialog).getByText('“设置.json”会改变以下设置：')).toBeVisible();
  const rows = [...dialog.querySelectorAll('tr')].map(({ cells }) => Array.from(cells, ({ textContent }) => textContent));
  expect(rows).toEqual([
    ['设置', '现在', '导入后'],
    ['运营者名称', '（空）', '映台出版社'],
    ['审核需要的工作日', '3', '5'],
  ]);
  expect(imports(server)).toEqual([{ text }]);
  expect(await accessibilityViolations()).toEqual([]);
  await userEvent.click(within(dialog).getByRole('button', { name: '导入' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(imports(server)).toEqual([{ text }, { text, apply: true }]);
});

it('an import that is canceled applies nothing, and the same file can be chosen again', async () => {
  const server = stubCalls(compares(...changes));
  renderInApp(<SettingsTransfer />);
  for (const expected of [1, 2]) {
    await choose();
    await userEvent.click(within(await screen.findByRole('dialog', { name: '导入设置' })).getByRole('button', { name: '取消' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    // The field must be empty again: otherwise the browser does not report that the user has chosen the same file once more.
    expect(fileField()).toHaveValue('');
    expect(imports(server)).toEqual(Array.from({ length: expected }, () => ({ text })));
  }
});

it('a file that changes nothing is only reported', async () => {
  const server = stubCalls(compares());
  renderInApp(<SettingsTransfer />);
  await choose();
  const dialog = await screen.findByRole('dialog', { name: '导入设置' });
  expect(within(dialog).getByText('“设置.json”与现在的设置相同，不需要导入。')).toBeVisible();
  expect(within(dialog).queryByRole('table')).toBeNull();
  await userEvent.click(within(dialog).getByRole('button', { name: '关闭' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(imports(server)).toEqual([{ text }]);
});

it('a file that cannot be imported is reported beside the button, until another file is chosen', async () => {
  const message = '不能导入这个文件：它不是 JSON';
  const outside = noteBroadcasts();
  stubCalls(refuse(importSettings, 'settings.fileInvalid', message));
  renderInApp(<SettingsTransfer />);
  await choose('xlsx');
  expect(await screen.findByRole('alert')).toHaveTextContent(message);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(outside).toEqual([]);
  stubCalls(compares(...changes));
  await choose();
  expect(await screen.findByRole('dialog', { name: '导入设置' })).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('a file that the browser cannot read is reported beside the button, and nothing is sent', async () => {
  const server = stubCalls();
  renderInApp(<SettingsTransfer />);
  vi.spyOn(Blob.prototype, 'text').mockRejectedValue(new DOMException('', 'NotReadableError'));
  await choose();
  expect(await screen.findByRole('alert')).toHaveTextContent('这个文件读不出来，请另选一个。');
  expect(imports(server)).toEqual([]);
});
