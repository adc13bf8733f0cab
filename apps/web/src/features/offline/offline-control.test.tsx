import 'fake-indexeddb/auto';
import { getBookPackage, listLeases, newId, type OutputOf, openBook } from '@shufang/contract';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useSession } from '../../platform/session/session.ts';
import { type OfflineBookEntry, readerDatabase } from '../../platform/storage/reader-database.ts';
import { accessibilityViolations, renderInApp } from '../../testing/render-in-app.tsx';
import { refuse, stubCalls, succeed } from '../../testing/stub-calls.ts';
import { useDownloadProgress } from './download-queue.ts';
import { OfflineControl } from './offline-control.tsx';
import { OfflineDevices } from './offline-devices.tsx';

const bookId = newId();
const TITLE = '论语选读';
const db = readerDatabase();
const locks = { request: vi.fn() };

const opened = {
  book: { id: bookId, title: TITLE, authors: '', accessModel: 'free', priceFen: 0, owned: true, publishedAt: 0, chars: 1, categories: [] },
  right: { kind: 'owned', reason: '已购买' },
  version: { id: newId(), no: 1, releasedAt: 0 },
  content: { frameUrl: 'http://b.localhost/~engine/0/frame.html', baseUrl: 'http://b.localhost/~c/t/', expiresAt: 0 },
  metadata: {
    title: TITLE,
    languages: [],
    contributors: [],
    subjects: [],
    readingProgression: 'ltr',
    layout: 'reflowable',
    accessibility: { accessModes: [], accessModesSufficient: [], features: [], hazards: [], conformsTo: [] },
    chars: 1,
    positions: 1,
  },
  readingOrder: { documents: 0, segments: 0, from: 0, segmentsBefore: 0, charsBefore: 0, items: [] },
  openRanges: [],
} satisfies OutputOf<typeof openBook>;

const stored = (fields: Partial<OfflineBookEntry>): OfflineBookEntry => ({
  owner: 'u1',
  bookId,
  title: TITLE,
  state: 'ready',
  addedAt: 1,
  bytes: 2_097_152,
  storedBytes: 1_048_576,
  ...fields,
});
const renderControl = () => renderInApp(<OfflineControl bookId={bookId} title={TITLE} />);
const stateNow = async () => (await db.offlineBooks.get(['u1', bookId]))?.state;

beforeEach(() => {
  useSession.setState({ token: 'T', userId: 'u1' });
  vi.stubGlobal('navigator', Object.assign(navigator, { locks, storage: { estimate: async () => ({ quota: 1_073_741_824, usage: 0 }) } }));
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await db.offlineBooks.clear();
  useSession.setState({ token: undefined, userId: undefined });
});

describe('a book that is not on the device', () => {
  it('says its size and the free space before the download, and then waits for its turn', async () => {
    stubCalls(succeed(openBook, opened), succeed(getBookPackage, { bytes: 3_145_728, resources: [] }));
    const { container } = renderControl();
    await userEvent.click(await screen.findByRole('button', { name: `离线下载《${TITLE}》` }));
    expect(await screen.findByText('整本书 3.0 MB，这台设备还可存约 1.0 GB。')).toBeVisible();
    expect(await accessibilityViolations(container)).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: '开始下载' }));
    expect(await screen.findByText('等待下载，连上网后自动继续')).toBeVisible();
    expect(locks.request).toHaveBeenCalledWith('shufang-offline-download', { ifAvailable: true }, expect.any(Function));
  });

  it('cannot be downloaded when it is larger than the free space', async () => {
    stubCalls(succeed(openBook, opened), succeed(getBookPackage, { bytes: 2_147_483_648, resources: [] }));
    renderControl();
    await userEvent.click(await screen.findByRole('button', { name: `离线下载《${TITLE}》` }));
    expect(await screen.findByText('空间不够，请先移除不看的书。')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: '开始下载' }));
    expect(await stateNow()).toBeUndefined();
  });

  it('shows the refusal of the server, and asks again', async () => {
    stubCalls(refuse(openBook, 'entitlement.notEntitled', '您还没有这本书的阅读权限'));
    renderControl();
    await userEvent.click(await screen.findByRole('button', { name: `离线下载《${TITLE}》` }));
    expect(await screen.findByText('您还没有这本书的阅读权限')).toBeVisible();
    stubCalls(succeed(openBook, opened), succeed(getBookPackage, { bytes: 1_024, resources: [] }));
    await userEvent.click(screen.getByRole('button', { name: '重试' }));
    expect(await screen.findByText(/^整本书 1 KB/)).toBeVisible();
  });
});

describe('a book on the device', () => {
  it('shows its progress while it is downloaded, and can be paused and continued', async () => {
    await db.offlineBooks.put(stored({ state: 'downloading' }));
    const { container } = renderControl();
    expect(await screen.findByText('1.0 MB / 2.0 MB')).toBeVisible();
    act(() => useDownloadProgress.setState({ bookId, bytes: 1_572_864 }));
    expect(screen.getByText('1.5 MB / 2.0 MB')).toBeVisible();
    expect(await accessibilityViolations(container)).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: `暂停下载《${TITLE}》` }));
    expect(await screen.findByText('已暂停')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: `继续下载《${TITLE}》` }));
    await waitFor(async () => expect(await stateNow()).toBe('waiting'));
  });

  it.each([
    ['failed', '设备空间不足，下载停下了。请腾出空间或移除不看的书，再继续'],
    ['ended', '您的阅读权限已到期'],
  ] as const)('that has %s says why, and offers another download', async (state, reason) => {
    await db.offlineBooks.put(stored({ state, reason }));
    const { container } = renderControl();
    expect(await screen.findByText(reason)).toBeVisible();
    expect(await accessibilityViolations(container)).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: `重新下载《${TITLE}》` }));
    await waitFor(async () => expect(await db.offlineBooks.get(['u1', bookId])).toMatchObject({ state: 'waiting' }));
    expect((await db.offlineBooks.get(['u1', bookId]))?.reason).toBeUndefined();
  });

  it('that has ended offers to hide the reason, without a question, because its text is already deleted', async () => {
    await db.offlineBooks.put(stored({ state: 'ended', reason: '您的阅读权限已到期' }));
    stubCalls();
    renderControl();
    expect(await screen.findByText('您的阅读权限已到期')).toBeVisible();
    expect(screen.queryByRole('button', { name: `移除《${TITLE}》的离线副本` })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: `不再显示《${TITLE}》离线副本的提示` }));
    expect(await screen.findByRole('button', { name: `离线下载《${TITLE}》` })).toBeVisible();
  });

  it('is removed after a confirmation that says what stays', async () => {
    await db.offlineBooks.put(stored({}));
    stubCalls();
    renderControl();
    await userEvent.click(await screen.findByRole('button', { name: `移除《${TITLE}》的离线副本` }));
    expect(screen.getByText(/笔记、划线和阅读进度都会保留/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: '移除' }));
    expect(await screen.findByRole('button', { name: `离线下载《${TITLE}》` })).toBeVisible();
  });
});

describe('the other devices with a book', () => {
  const lease = (part: Partial<OutputOf<typeof listLeases>['items'][number]>) => ({
    id: newId(),
    bookId,
    versionId: newId(),
    issuedAt: Date.UTC(2026, 10, 29, 4),
    expiresAt: Date.UTC(2026, 11, 29, 4),
    deviceType: 'web' as const,
    deviceName: 'Edge · Windows',
    isThis: false,
    ...part,
  });

  it('are listed without this one and without other books, and can be removed', async () => {
    stubCalls(succeed(listLeases, { items: [lease({}), lease({ isThis: true }), lease({ bookId: newId() }), lease({ deviceName: '' })] }));
    const { container } = renderInApp(<OfflineDevices bookId={bookId} />);
    expect(await screen.findByText('Edge · Windows，11月29日存入，有效至 12月29日')).toBeVisible();
    expect(screen.getByText('3 台设备存有这本书，最多 5 台')).toBeVisible();
    expect(screen.getAllByRole('listitem')).toHaveLength(2);
    expect(await accessibilityViolations(container)).toEqual([]);
    const { asked } = stubCalls(['/api/offline/release', () => ({ payload: {} })], succeed(listLeases, { items: [] }));
    await userEvent.click(screen.getByRole('button', { name: '移除“Edge · Windows”上的离线副本' }));
    await waitFor(() => expect(screen.queryByRole('list')).toBeNull());
    expect(asked.map(({ name }) => name)).toContain('/api/offline/release');
  });

  it('say what to do when the book is on as many devices as it may be', async () => {
    stubCalls(succeed(listLeases, { items: Array.from({ length: 5 }, () => lease({})) }));
    renderInApp(<OfflineDevices bookId={bookId} />);
    expect(await screen.findByText('5 台设备存有这本书，最多 5 台；要存到别的设备，请先移除一台')).toBeVisible();
  });

  it('can be requested again after a failure', async () => {
    stubCalls(refuse(listLeases, 'unavailable', '服务暂时不可用，请稍后再试'));
    renderInApp(<OfflineDevices bookId={bookId} />);
    expect(await screen.findByText('没有取得设备列表')).toBeVisible();
    stubCalls(succeed(listLeases, { items: [lease({})] }));
    await userEvent.click(screen.getByRole('button', { name: '重试' }));
    expect(await screen.findByText(/^Edge · Windows/)).toBeVisible();
  });
});
