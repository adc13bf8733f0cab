import 'fake-indexeddb/auto';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { listFonts, storeFont } from '../../platform/storage/fonts.ts';
import { readerDatabase } from '../../platform/storage/reader-database.ts';
import { accessibilityViolations, renderInApp } from '../../testing/render-in-app.tsx';
import { OwnFonts } from './own-fonts.tsx';

const FONT = { id: 'f'.repeat(64), name: '方格体', addedAt: 1, sizeBytes: 4 };
const refuse = (): never => {
  throw new Error('the disk is full');
};

afterEach(async () => {
  readerDatabase().fonts.hook('deleting').unsubscribe(refuse);
  await readerDatabase().fonts.clear();
});

const show = async () => {
  await storeFont(readerDatabase(), FONT, new ArrayBuffer(4));
  const onChange = vi.fn();
  const { container } = renderInApp(<OwnFonts preferences={{ fontFamily: 'own', ownFont: FONT }} onChange={onChange} />, '/');
  return { onChange, container, remove: await screen.findByRole('button', { name: '移除字体“方格体”' }) };
};

it('a removed font is no longer chosen', async () => {
  const { onChange, remove } = await show();
  await userEvent.click(remove);
  await screen.findByText('已移除字体“方格体”');
  expect(onChange).toHaveBeenCalledWith({ fontFamily: 'publisher' });
  expect(await listFonts(readerDatabase())).toEqual([]);
});

it('a font that the browser cannot remove stays chosen, and the user is informed', async () => {
  const { onChange, container, remove } = await show();
  readerDatabase().fonts.hook('deleting', refuse);
  await userEvent.click(remove);
  expect(await screen.findByRole('alert')).toHaveTextContent('字体“方格体”没有移除，请刷新页面再试。');
  expect(onChange).not.toHaveBeenCalled();
  expect(await listFonts(readerDatabase())).toMatchObject([{ name: '方格体' }]);
  expect(await accessibilityViolations(container)).toEqual([]);
});
