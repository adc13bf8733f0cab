/** The update of the desktop client: its dialog and its page, for each status. */
import 'fake-indexeddb/auto';
import type { DesktopBridge, UpdateStatus } from '@shufang/desktop-bridge';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useDesktopUpdate } from '../../platform/installed/desktop-update.ts';
import { onSaveWork } from '../../platform/storage/unsaved-work.ts';
import { accessibilityViolations, renderInApp } from '../../testing/render-in-app.tsx';
import { DesktopClientUpdate, DesktopUpdateRecords } from './desktop-client-update.tsx';
import { DesktopUpdateDialog } from './desktop-update-dialog.tsx';

const found: UpdateStatus = {
  phase: 'prepare',
  decision: 'optional',
  isPackaged: true,
  current: '1.2.3',
  latest: '1.2.4',
  notes: '<p>修复若干问题</p>',
  size: 5_242_880,
  percent: 0,
  channel: 'stable',
  history: [],
  log: [],
};
const complete: UpdateStatus = { ...found, phase: 'downloadComplete', percent: 100 };
const WORK = [
  { kind: 'annotation', count: 2, texts: ['学而时习之'] },
  { kind: 'progress', count: 1, texts: [] },
] as const;
const sent: string[] = [];
const record = (message: string) => (): void => void sent.push(message);

beforeEach(() => {
  sent.length = 0;
  const bridge: Partial<DesktopBridge> = {
    checkForUpdate: record('checkForUpdate'),
    checkAndUpdateAsar: record('checkAndUpdateAsar'),
    quitAndInstall: record('quitAndInstall'),
    skipUpdate: record('skip-update'),
    setUpdateChannel: (channel) => sent.push(`set-update-channel ${channel}`),
  };
  vi.stubGlobal('shufangDesktop', bridge);
  vi.spyOn(HTMLDialogElement.prototype, 'showModal').mockImplementation(function open(this: HTMLDialogElement) {
    this.open = true;
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  useDesktopUpdate.setState({ status: undefined, isDismissed: false });
});

const button = (name: string) => screen.queryByRole('button', { name });

describe('the update dialog', () => {
  it('shows both versions, the notes without scripts and the work that is not synchronized, and can update or skip', async () => {
    const { container } = renderInApp(<DesktopUpdateDialog status={found} work={WORK} />);
    expect(screen.getByRole('dialog', { name: '发现新版本' })).toHaveTextContent('当前版本1.2.3最新版本1.2.4');
    const notes = screen.getByTitle('电脑客户端 版本 1.2.4 的更新说明');
    expect(notes.getAttribute('sandbox')).not.toContain('allow-scripts');
    expect(notes.getAttribute('srcdoc')).toContain('修复若干问题');
    expect(screen.getByRole('region', { name: '还没有同步的内容' })).toHaveTextContent(
      /有 3 处更改还没有同步.*划线、笔记和书签：2 处学而时习之阅读进度：1 处/,
    );
    expect(await accessibilityViolations(container)).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: '更新' }));
    await userEvent.click(screen.getByRole('button', { name: '跳过此次更新' }));
    expect(sent).toEqual(['checkAndUpdateAsar', 'skip-update']);
  });

  it('shows the progress of the download', () => {
    renderInApp(<DesktopUpdateDialog status={{ ...found, phase: 'downloading', percent: 42 }} work={[]} />);
    expect(screen.getByRole('progressbar')).toHaveValue(42);
    expect(screen.getByRole('status')).toHaveTextContent('正在下载42%');
    expect(button('更新')).toBeNull();
  });

  it('cannot be closed or skipped when the update is mandatory', async () => {
    renderInApp(<DesktopUpdateDialog status={{ ...found, decision: 'mandatory', phase: 'downloading' }} work={[]} />);
    await userEvent.keyboard('{Escape}');
    await userEvent.click(screen.getByRole('dialog'));
    expect(useDesktopUpdate.getState().isDismissed).toBe(false);
    expect(button('跳过此次更新')).toBeNull();
  });

  it('closes by a click beside it when the update is optional', async () => {
    renderInApp(<DesktopUpdateDialog status={found} work={[]} />);
    await userEvent.click(screen.getByRole('dialog'));
    expect(useDesktopUpdate.getState().isDismissed).toBe(true);
  });

  it('cannot be closed, but offers to try again, when the download of a mandatory update has failed', async () => {
    renderInApp(<DesktopUpdateDialog status={{ ...found, decision: 'mandatory', phase: 'error' }} work={[]} />);
    expect(screen.getByRole('status')).toHaveTextContent('更新异常没有连上更新服务器，或者收到的文件没有通过核对。请检查网络，再试一次。');
    await userEvent.click(screen.getByRole('button', { name: '重试' }));
    expect(sent).toEqual(['checkAndUpdateAsar']);
    await userEvent.keyboard('{Escape}');
    await userEvent.click(screen.getByRole('dialog'));
    expect(useDesktopUpdate.getState().isDismissed).toBe(false);
    expect(screen.getAllByRole('button')).toHaveLength(1);
  });

  it('cannot be closed however long the download of a mandatory update takes', () => {
    vi.useFakeTimers();
    try {
      renderInApp(<DesktopUpdateDialog status={{ ...found, decision: 'mandatory', phase: 'downloading' }} work={[]} />);
      act(() => void vi.advanceTimersByTime(3_600_000));
      expect(screen.queryByRole('button')).toBeNull();
    } finally {
      vi.useRealTimers();
    }
  });

  it('lists answers and files of assignments that wait, with the names of the files', () => {
    const attempts = [
      { kind: 'attempt', count: 3, texts: [] },
      { kind: 'attemptFile', count: 1, texts: ['实验报告.pdf'] },
    ] as const;
    renderInApp(<DesktopUpdateDialog status={found} work={attempts} />);
    expect(screen.getByRole('region', { name: '还没有同步的内容' })).toHaveTextContent(
      /有 4 处更改还没有同步.*作业的答案：3 处作业里要上交的文件：1 处实验报告\.pdf/,
    );
  });

  it('stores the work of the page when the download is complete, and only then installs the update', async () => {
    const order: string[] = [];
    const quitAndInstall = (): void => void order.push('quitAndInstall');
    vi.stubGlobal('shufangDesktop', { quitAndInstall });
    let endWriting = (): void => undefined;
    const writing = new Promise<void>((resolve) => {
      endWriting = resolve;
    });
    const stop = onSaveWork(async () => {
      order.push('asked');
      await writing;
      order.push('written');
    });
    renderInApp(<DesktopUpdateDialog status={complete} work={WORK} />);
    expect(screen.getByText('正在把内容存到本机，随后重启并更新')).toBeVisible();
    expect(order).toEqual(['asked']);
    endWriting();
    await vi.waitFor(() => expect(order).toEqual(['asked', 'written', 'quitAndInstall']), { timeout: 5_000 });
    stop();
  });

  it('does not restart when the work could not be stored: says so, tries again, and closes even if the update is mandatory', async () => {
    const problems = vi.spyOn(globalThis, 'reportError').mockImplementation(() => undefined);
    let isFull = true;
    const stop = onSaveWork(() => (isFull ? Promise.reject(new Error('no space')) : undefined));
    const { container } = renderInApp(<DesktopUpdateDialog status={{ ...complete, decision: 'mandatory' }} work={WORK} />);
    expect(await screen.findByRole('alert')).toHaveTextContent('有内容没有存到本机，所以没有重启');
    expect(await accessibilityViolations(container)).toEqual([]);
    expect(problems).toHaveBeenCalledWith(new Error('no space'));
    await userEvent.click(screen.getByRole('button', { name: '先不重启' }));
    expect(useDesktopUpdate.getState().isDismissed).toBe(true);
    expect(sent).toEqual([]);
    isFull = false;
    await userEvent.click(screen.getByRole('button', { name: '重试' }));
    await vi.waitFor(() => expect(sent).toEqual(['quitAndInstall']), { timeout: 5_000 });
    stop();
  });
});

describe('the update on its page', () => {
  it.each([
    ['idle', '每次启动时自动检查更新'],
    ['checking', '正在检查更新'],
    ['current', '已经是最新版本'],
    ['error', '更新异常'],
  ] as const)('says what %s means', (phase, sentence) => {
    renderInApp(<DesktopClientUpdate status={{ ...found, phase, decision: undefined }} work={[]} />);
    expect(screen.getByRole('status')).toHaveTextContent(sentence);
  });

  it('checks on demand, and changes the channel', async () => {
    const { container } = renderInApp(
      <DesktopClientUpdate status={{ ...found, phase: 'idle', decision: undefined, skipped: '1.2.4' }} work={[]} />,
    );
    expect(screen.getByText('已跳过 1.2.4；检查更新时会再次询问。')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: '检查更新' }));
    await userEvent.click(screen.getByRole('radio', { name: '测试版' }));
    expect(sent).toEqual(['checkForUpdate', 'set-update-channel beta']);
    expect(await accessibilityViolations(container)).toEqual([]);
  });

  it('shows the running and the newest version, size, notes, progress, channel, history and log together, and can skip', async () => {
    const status: UpdateStatus = {
      ...found,
      phase: 'downloading',
      percent: 42,
      history: [{ version: '1.2.3', at: Date.UTC(2026, 10, 1), outcome: 'installed' }],
      log: ['the first line'],
    };
    const page = (shown: UpdateStatus) => (
      <main>
        <DesktopClientUpdate status={shown} work={[]} />
        <DesktopUpdateRecords status={shown} />
      </main>
    );
    const { unmount } = renderInApp(page(status));
    expect(screen.getByRole('main')).toHaveTextContent('当前版本1.2.3最新版本1.2.4下载大小5 MB');
    expect(screen.getByRole('progressbar')).toHaveValue(42);
    expect(screen.getByTitle('电脑客户端 版本 1.2.4 的更新说明').getAttribute('srcdoc')).toContain('修复若干问题');
    expect(screen.getByRole('radio', { name: '正式版' })).toBeChecked();
    expect(screen.getByText(/1\.2\.3 · 已更新/)).toBeVisible();
    expect(screen.getByText('the first line')).toBeInTheDocument();
    unmount();
    renderInApp(page({ ...status, phase: 'prepare' }));
    await userEvent.click(screen.getByRole('button', { name: '跳过此次更新' }));
    expect(sent).toEqual(['skip-update']);
  });

  it('says that the program is updated in the background, and restarts on request', async () => {
    const background = { ...found, decision: 'background' } as const;
    const { unmount } = renderInApp(<DesktopClientUpdate status={{ ...background, phase: 'downloading', percent: 7 }} work={WORK} />);
    expect(screen.getByRole('status')).toHaveTextContent('程序正在后台更新7%');
    unmount();
    renderInApp(<DesktopClientUpdate status={{ ...background, phase: 'downloadComplete', percent: 100 }} work={WORK} />);
    expect(screen.getByText(/有 3 处更改还没有同步/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: '重启并更新' }));
    await vi.waitFor(() => expect(sent).toEqual(['quitAndInstall']), { timeout: 5_000 });
  });

  it('says that a client that was not packaged does not update itself', () => {
    renderInApp(<DesktopClientUpdate status={{ ...found, isPackaged: false, phase: 'idle', decision: undefined }} work={[]} />);
    expect(screen.getByText(/不会自己更新/)).toBeVisible();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('lists the history with the newest first, and the log', async () => {
    const at = Date.UTC(2026, 10, 1);
    const history = [
      { version: '1.2.2', at, outcome: 'installed' },
      { version: '1.2.3', at: at + 1, outcome: 'rolledBack' },
    ] as const;
    const { container } = renderInApp(<DesktopUpdateRecords status={{ ...found, history, log: ['first', 'second'] }} />);
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('1.2.3 · 没有启动成功'),
      expect.stringContaining('1.2.2 · 已更新'),
    ]);
    await userEvent.click(screen.getByText('更新日志'));
    expect(screen.getByLabelText('更新日志的内容')).toHaveTextContent('second first');
    expect(await accessibilityViolations(container)).toEqual([]);
  });
});
