import { type AppBuild, increaseDownloadCount, listAppVersions } from '@shufang/contract';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useInstallState } from '../../../platform/installed/install-prompt.ts';
import { accessibilityViolations, renderInApp } from '../../../testing/render-in-app.tsx';
import { stubCalls, succeed } from '../../../testing/stub-calls.ts';
import { Component as MobileScreen } from './mobile-screen.tsx';
import { Component as PcScreen } from './pc-screen.tsx';

const DESKTOP_USER_AGENT = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36';
const PHONE = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/156.0.0.0 Mobile Safari/537.36';
const useAgent = (userAgent: string): void => void vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);

const build = (platform: AppBuild['platform'], arch: AppBuild['arch'] = 'x64'): AppBuild => ({
  versionCode: '1.2.3',
  platform,
  arch,
  channel: 'stable',
  description: '<p>修复若干问题</p>',
  url: `/api/maintenance/appUpdater/file/stable/${platform}/${arch}/1.2.3/shufang.bin`,
  fileName: 'shufang.bin',
  size: 80 * 1_048_576,
  sha256: 'a'.repeat(64),
  sha512: 'b'.repeat(128),
  signature: 'c2ln',
  keyId: '0123456789abcdef',
  releasedAt: Date.UTC(2026, 10, 1),
});
const published = (...newest: AppBuild[]) => succeed(listAppVersions, { newest, history: [] });

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }));
  useAgent(DESKTOP_USER_AGENT);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  useInstallState.setState({ offer: undefined, isInstalled: false });
});

describe('/pc', () => {
  it('offers the build for this machine first, with its notes, sums and signature, and counts the download', async () => {
    const { asked } = stubCalls(
      published(build('mac', 'arm64'), build('win')),
      succeed(increaseDownloadCount, { versionCode: '1.2.3', downloadCount: 1 }),
    );
    const { container } = renderInApp(<PcScreen />);
    const own = await screen.findByRole('link', { name: '下载 Windows 64 位版' });
    expect(own).toHaveAttribute('href', build('win').url);
    expect(screen.getByRole('link', { name: '下载 macOS Apple 芯片版' })).toBeVisible();
    expect(screen.getAllByText('b'.repeat(128))).toHaveLength(2);
    const notes = screen.getByTitle('Windows 64 位 版本 1.2.3 的更新说明');
    expect(notes.getAttribute('sandbox')).not.toContain('allow-scripts');
    expect(notes.getAttribute('srcdoc')).toContain('修复若干问题');
    expect(await accessibilityViolations(container)).toEqual([]);
    own.addEventListener('click', (event) => event.preventDefault());
    await userEvent.click(own);
    expect(asked.at(-1)?.fields).toMatchObject({ versionCode: '1.2.3', platform: 'win' });
  });

  it('names the notes of each build of a version by its system', async () => {
    const { versionCode, platform, arch, description, releasedAt } = build('win');
    const past = [
      { versionCode, platform, arch, description, releasedAt },
      { versionCode, platform: 'mac' as const, arch, description, releasedAt },
    ];
    stubCalls(succeed(listAppVersions, { newest: [build('linux')], history: past }));
    renderInApp(<PcScreen />);
    const frames = await screen.findAllByTitle(/更新说明$/);
    expect(new Set(frames.map((frame) => frame.getAttribute('title'))).size).toBe(frames.length);
    expect(frames.length).toBeGreaterThan(1);
  });

  it('shows portable builds, system requirements and the silent installation for schools, or that they are unknown', async () => {
    const file = { url: '/p.zip', fileName: 'p.zip', size: 1_048_576, sha256: 'c'.repeat(64), sha512: 'd'.repeat(128) };
    stubCalls(published({ ...build('win'), portable: file, systemNeeds: 'Windows 10 以上', silentInstall: 'p.exe /S' }));
    const { container, unmount } = renderInApp(<PcScreen />);
    expect(await screen.findByRole('link', { name: '下载 Windows 64 位免安装版' })).toHaveAttribute('href', '/p.zip');
    expect(screen.getByText('系统要求：Windows 10 以上')).toBeVisible();
    expect(screen.getByText('p.exe /S')).toBeVisible();
    expect(screen.getByText('d'.repeat(128))).toBeInTheDocument();
    expect(screen.getByText('没有网络时能做什么')).toBeVisible();
    expect(await accessibilityViolations(container)).toEqual([]);
    unmount();
    stubCalls(published(build('win')));
    renderInApp(<PcScreen />);
    expect(await screen.findByText(/没有免安装版/)).toBeVisible();
    expect(screen.getByText(/没有写明静默安装的命令/)).toBeVisible();
  });

  it('names a build with the runtime of the tests, and says that it is no update', async () => {
    stubCalls(published({ ...build('win'), isTestBuild: true }, build('mac', 'arm64')));
    const { container } = renderInApp(<PcScreen />);
    expect(await screen.findByRole('link', { name: '下载 Windows 64 位（测试用）版' })).toBeVisible();
    expect(screen.getAllByText(/不会作为更新提供/)).toHaveLength(1);
    expect(screen.getByRole('link', { name: '下载 macOS Apple 芯片版' })).toBeVisible();
    expect(await accessibilityViolations(container)).toEqual([]);
  });

  it('shows that no build was published, and how to use the product without one', async () => {
    stubCalls(published());
    renderInApp(<PcScreen />);
    expect(await screen.findByText('运营本站的机构目前没有发布电脑客户端。')).toBeVisible();
    expect(screen.getByText('安装成独立窗口（可选）')).toBeVisible();
  });

  it('shows an error, and can be retried', async () => {
    stubCalls();
    renderInApp(<PcScreen />);
    const retry = await screen.findByRole('button', { name: '重试' });
    stubCalls(published(build('win')));
    await userEvent.click(retry);
    expect(await screen.findByRole('link', { name: '下载 Windows 64 位版' })).toBeVisible();
  });
});

describe('/mobile', () => {
  it('shows QR codes on a computer', async () => {
    stubCalls(published(build('android', 'arm64'), build('ios', 'arm64')));
    const { container } = renderInApp(<MobileScreen />);
    expect(await screen.findByRole('img', { name: '用手机扫码下载 安卓 安装包' })).toBeVisible();
    expect(screen.getByText(/苹果设备不能直接安装/)).toBeVisible();
    expect(screen.getByRole('img', { name: '用手机扫码打开本站' })).toBeVisible();
    expect(await accessibilityViolations(container)).toEqual([]);
  });

  it('shows a button on a phone', async () => {
    useAgent(PHONE);
    stubCalls(published(build('android', 'arm64')));
    renderInApp(<MobileScreen />);
    expect(await screen.findByRole('link', { name: '下载 安卓版' })).toBeVisible();
    expect(screen.queryByRole('img', { name: /扫码/ })).toBeNull();
  });

  it('shows the browser’s install prompt once', async () => {
    stubCalls(published());
    renderInApp(<MobileScreen />);
    expect(screen.queryByRole('button', { name: '安装到这台设备' })).toBeNull();
    const prompt = vi.fn(async () => ({ outcome: 'accepted' as const }));
    act(() => useInstallState.setState({ offer: Object.assign(new Event('beforeinstallprompt'), { prompt }) }));
    await userEvent.click(screen.getByRole('button', { name: '安装到这台设备' }));
    expect(prompt).toHaveBeenCalledOnce();
    expect(screen.queryByRole('button', { name: '安装到这台设备' })).toBeNull();
  });
});
