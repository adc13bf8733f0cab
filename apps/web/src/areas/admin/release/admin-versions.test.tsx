import {
  type AppVersionRecord,
  createUploadToken,
  getAppVersionNotes,
  LIMITS,
  listVersionRecords,
  publishReleaseUpload,
  type ReleaseUpload,
  startReleaseUpload,
  uploadReleasePart,
} from '@shufang/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { adminReleasesText as text } from '../../../platform/messages/zh-cn/admin-releases.ts';
import { endSession } from '../../../platform/session/session.ts';
import { accessibilityViolations, renderInApp } from '../../../testing/render-in-app.tsx';
import { signInHere } from '../../../testing/sign-in-here.ts';
import { refuse, stubCalls, succeed } from '../../../testing/stub-calls.ts';
import { stubUploads } from '../../../testing/stub-uploads.ts';
import { AdminVersions } from './admin-versions.tsx';

const NAME = 'shufang-1.2.3-win-x64.exe';
const SIZE = LIMITS.releasePartBytes + 10;
const record: AppVersionRecord = {
  versionCode: '1.2.3',
  platform: 'win',
  arch: 'x64',
  channel: 'stable',
  state: 'released',
  fileName: NAME,
  size: SIZE,
  downloadCount: 7,
  keyId: '0123456789abcdef',
  releasedAt: 1,
  expiresAt: Date.now() + 86_400_000,
};
const pending: ReleaseUpload = {
  uploadId: 'u1',
  versionCode: '1.2.3',
  platform: 'win',
  arch: 'x64',
  channel: 'stable',
  keyId: record.keyId,
  isRenewal: false,
  files: [{ kind: 'installer', name: NAME, size: SIZE, received: 0 }],
};
const none = succeed(listVersionRecords, { items: [] });
const installer = new File([new Uint8Array(SIZE)], NAME);
const releaseFile = new File([JSON.stringify({ descriptionHtml: '<p>修复若干问题</p>' })], 'release.json');

beforeEach(() => signInHere());
afterEach(() => {
  endSession();
  vi.unstubAllGlobals();
});

const choose = async (...files: File[]) => {
  await userEvent.upload(await screen.findByLabelText(text.chooseLabel), files);
  return within(await screen.findByRole('dialog', { name: text.title }));
};
const part = (received: number) => ({ code: 'success', message: '', payload: { received } });

it('shows what the server has verified, uploads in parts with progress, and publishes', async () => {
  const { asked } = stubCalls(none, succeed(startReleaseUpload, pending), succeed(publishReleaseUpload, { items: [record] }));
  const uploads = stubUploads();
  renderInApp(<AdminVersions />);
  const dialog = await choose(releaseFile, installer);
  expect(await dialog.findByText(text.checked)).toBeVisible();
  for (const shown of ['1.2.3', 'win x64', record.keyId, '8 MB']) expect(dialog.getByText(shown)).toBeVisible();
  expect(dialog.getByTitle(/更新说明$/).getAttribute('sandbox')).not.toContain('allow-scripts');
  expect(await accessibilityViolations()).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: text.publish }));
  await waitFor(() => expect(uploads.asked).toHaveLength(1));
  expect(uploads.asked[0]?.fields).toEqual({ uploadId: 'u1', fileName: NAME, offset: '0' });
  expect(uploads.asked[0]?.file.size).toBe(LIMITS.releasePartBytes);
  uploads.asked[0]?.progress(0.5);
  expect(await dialog.findByText(text.sent(49))).toBeVisible();
  uploads.asked[0]?.respond(part(LIMITS.releasePartBytes));
  await waitFor(() => expect(uploads.asked).toHaveLength(2));
  expect(uploads.asked[1]?.address).toBe(uploadReleasePart.path);
  expect(uploads.asked[1]?.fields['offset']).toBe(String(LIMITS.releasePartBytes));
  uploads.asked[1]?.respond(part(SIZE));
  expect(await screen.findByText('7 次')).toBeVisible();
  expect(asked.find(({ name }) => name === publishReleaseUpload.path)?.fields).toEqual({ uploadId: 'u1' });
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('continues after a broken connection where the server stopped receiving', async () => {
  const received = LIMITS.releasePartBytes;
  stubCalls(none, succeed(startReleaseUpload, pending));
  const uploads = stubUploads();
  renderInApp(<AdminVersions />);
  const dialog = await choose(releaseFile, installer);
  await userEvent.click(await dialog.findByRole('button', { name: text.publish }));
  await waitFor(() => expect(uploads.asked).toHaveLength(1));
  stubCalls(
    none,
    succeed(startReleaseUpload, { ...pending, files: [{ kind: 'installer', name: NAME, size: SIZE, received }] }),
    succeed(publishReleaseUpload, { items: [record] }),
  );
  uploads.asked[0]?.breakOff();
  expect(await dialog.findByRole('alert')).toBeVisible();
  expect(await dialog.findByText(text.received(99))).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: text.again }));
  await waitFor(() => expect(uploads.asked).toHaveLength(2));
  expect(uploads.asked[1]?.fields['offset']).toBe(String(received));
});

it('names a file that is missing or has another size, and uploads nothing', async () => {
  stubCalls(none, succeed(startReleaseUpload, pending));
  const uploads = stubUploads();
  renderInApp(<AdminVersions />);
  const dialog = await choose(releaseFile, new File(['x'], NAME));
  expect(await dialog.findByText(text.missing(NAME, '8 MB'))).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: text.publish }));
  expect(uploads.asked).toEqual([]);
});

it('shows why the server refuses a release, and that release.json is missing', async () => {
  stubCalls(none, refuse(startReleaseUpload, 'release.invalid', '这个版本不能发布：release.json 已损坏或被改动，请重新签名'));
  const { unmount } = renderInApp(<AdminVersions />);
  expect(await (await choose(releaseFile)).findByRole('alert')).toHaveTextContent('已损坏或被改动');
  unmount();
  renderInApp(<AdminVersions />);
  expect(await (await choose(installer)).findByText(text.noRelease)).toBeVisible();
});

it('shows the notes of a version and the texts that its publisher signed', async () => {
  stubCalls(
    succeed(listVersionRecords, { items: [record] }),
    succeed(getAppVersionNotes, { description: '<p>修复</p>', systemNeeds: 'Windows 10', silentInstall: '' }),
  );
  renderInApp(<AdminVersions />);
  await userEvent.click(await screen.findByRole('button', { name: '1.2.3 win x64 的更新说明' }));
  const dialog = within(screen.getByRole('dialog'));
  expect(await dialog.findByText('Windows 10')).toBeVisible();
  expect(dialog.getByText(text.none)).toBeVisible();
  expect(dialog.getByTitle(/更新说明$/).getAttribute('srcdoc')).toContain('修复');
  expect(await accessibilityViolations()).toEqual([]);
});

it('shows an upload token once, with the command that uses it', async () => {
  stubCalls(none, succeed(createUploadToken, { token: 'upload.a.b', expiresAt: Date.UTC(2026, 10, 29, 12) }));
  renderInApp(<AdminVersions />);
  await userEvent.click(await screen.findByRole('button', { name: text.token }));
  const dialog = within(await screen.findByRole('dialog', { name: text.tokenTitle }));
  expect(dialog.getByRole('textbox', { name: text.tokenLabel })).toHaveValue('upload.a.b');
  expect(dialog.getByText(/release publish --from 文件夹 --server/)).toBeVisible();
  expect(await accessibilityViolations()).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: text.close }));
  expect(screen.queryByDisplayValue('upload.a.b')).toBeNull();
});
