import {
  createDictionaryImport,
  type Dictionary,
  type DictionaryImport,
  deleteDictionary,
  LIMITS,
  listDictionaries,
} from '@shufang/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { adminDictionariesText as text } from '../../../platform/messages/zh-cn/admin-dictionaries.ts';
import { endSession } from '../../../platform/session/session.ts';
import { accessibilityViolations, renderInApp } from '../../../testing/render-in-app.tsx';
import { signInHere } from '../../../testing/sign-in-here.ts';
import { stubCalls, succeed } from '../../../testing/stub-calls.ts';
import { stubUploads } from '../../../testing/stub-uploads.ts';
import { AdminDictionaries } from './admin-dictionaries.tsx';

const ID = '0'.repeat(26);
const dictionary: Dictionary = { id: ID, name: 'CC-CEDICT', license: 'CC BY-SA 4.0', format: 'cedict', entries: 123_456, importedAt: 1 };
const refused: DictionaryImport = {
  id: '1'.repeat(26),
  fileNames: ['photo.png'],
  bytes: 4,
  state: 'refused',
  entries: 0,
  name: '',
  detail: '认不出这个词典的格式',
  createdAt: 2,
  finishedAt: 3,
};
const running: DictionaryImport = { ...refused, id: '2'.repeat(26), fileNames: ['words.u8'], state: 'running', entries: 5_000, detail: '' };

beforeEach(() => signInHere());
afterEach(() => {
  endSession();
  vi.unstubAllGlobals();
});

const choose = async (...files: File[]) => {
  await userEvent.upload(await screen.findByLabelText(text.chooseLabel), files);
  return within(await screen.findByRole('dialog', { name: text.dialogTitle }));
};

it('lists dictionaries with their license, and imports with their progress or the reason of a refusal', async () => {
  stubCalls(succeed(listDictionaries, { items: [dictionary], imports: [running, refused] }));
  renderInApp(<AdminDictionaries />);
  expect(await screen.findByText('CC BY-SA 4.0')).toBeVisible();
  for (const shown of ['123,456 条', 'CC-CEDICT', '认不出这个词典的格式', text.states.running]) {
    const [found] = screen.getAllByText(shown);
    expect(found).toBeVisible();
  }
  expect(screen.getByRole('status')).toHaveTextContent('正在导入 words.u8 已读入 5,000 条');
  expect(await accessibilityViolations()).toEqual([]);
});

it('uploads the chosen files with name and license, shows the progress, and closes', async () => {
  stubCalls(succeed(listDictionaries, { items: [], imports: [] }));
  const uploads = stubUploads();
  renderInApp(<AdminDictionaries />);
  const dialog = await choose(new File(['x'], 'en.ifo'), new File(['yy'], 'en.idx'), new File(['z'], 'en.dict'));
  await userEvent.type(dialog.getByLabelText(text.license), '自编');
  expect(await accessibilityViolations()).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: text.submit }));
  await waitFor(() => expect(uploads.asked).toHaveLength(1));
  expect(uploads.asked[0]).toMatchObject({ address: createDictionaryImport.path, fields: { license: '自编' } });
  uploads.asked[0]?.progress(0.5);
  expect(await dialog.findByText(text.sent(50))).toBeVisible();
  uploads.asked[0]?.respond({ code: 'request.invalid', message: 'en.idx 是空文件', payload: null });
  expect(await dialog.findByRole('alert')).toHaveTextContent('en.idx 是空文件');
  expect(dialog.getByLabelText(text.license)).toHaveValue('自编');
  await userEvent.click(dialog.getByRole('button', { name: text.submit }));
  await waitFor(() => expect(uploads.asked).toHaveLength(2));
  uploads.asked[1]?.respond({ code: 'success', message: '', payload: { ...running, state: 'queued' } });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('says before the upload that files are too large for it', async () => {
  stubCalls(succeed(listDictionaries, { items: [], imports: [] }));
  const uploads = stubUploads();
  renderInApp(<AdminDictionaries />);
  const large = new File(['x'], 'large.json');
  Object.defineProperty(large, 'size', { value: LIMITS.dictionaryBytes + 1 });
  const dialog = await choose(large);
  expect(dialog.getByRole('alert')).toHaveTextContent('超过 64 MB');
  await userEvent.click(dialog.getByRole('button', { name: text.submit }));
  expect(uploads.asked).toEqual([]);
});

it('deletes a dictionary with a reason', async () => {
  const { asked } = stubCalls(succeed(listDictionaries, { items: [dictionary], imports: [] }), succeed(deleteDictionary, {}));
  renderInApp(<AdminDictionaries />);
  await userEvent.click(await screen.findByRole('button', { name: text.deleteOf('CC-CEDICT') }));
  const dialog = within(await screen.findByRole('dialog', { name: text.deleteOf('CC-CEDICT') }));
  await userEvent.click(dialog.getByRole('button', { name: text.delete }));
  expect(await dialog.findByText(text.reasonNeeded)).toBeVisible();
  await userEvent.type(dialog.getByLabelText(text.reason), '许可到期');
  await userEvent.click(dialog.getByRole('button', { name: text.delete }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(asked.find(({ name }) => name === deleteDictionary.path)?.fields).toEqual({ id: ID, reason: '许可到期' });
});
