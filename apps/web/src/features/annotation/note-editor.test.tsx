import 'fake-indexeddb/auto';
import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { afterEach, expect, test, vi } from 'vitest';
import { findDraft } from '../../platform/storage/drafts.ts';
import { readerDatabase } from '../../platform/storage/reader-database.ts';
import { aMark } from '../../platform/storage/testing/a-mark.ts';
import { NoteEditor } from './note-editor.tsx';

// jsdom has no media queries; Mantine asks for reduced motion.
window.matchMedia ??= (media) =>
  ({ matches: false, media, addEventListener: () => undefined, removeEventListener: () => undefined }) as unknown as MediaQueryList;

afterEach(async () => {
  cleanup();
  await readerDatabase().drafts.clear();
});

const mark = aMark();
const open = (onSave = vi.fn(async () => undefined)) => {
  const onClose = vi.fn();
  const view = render(
    <MantineProvider>
      <NoteEditor owner="lin" mark={mark} onSave={onSave} onClose={onClose} />
    </MantineProvider>,
  );
  return { ...view, onSave, onClose };
};
const draft = () => findDraft(readerDatabase(), 'lin', `note:${mark.id}`);

test('what was typed before a crash is there again, and no longer after saving', async () => {
  const person = userEvent.setup();
  const first = open();
  await person.type(screen.getByLabelText('笔记内容'), '温故而知新');
  await waitFor(async () => expect((await draft())?.body).toBe('温故而知新'));
  first.unmount();

  const { onSave, onClose, container } = open();
  await screen.findByDisplayValue('温故而知新');
  expect(screen.getByText('已恢复上次没有保存的草稿')).toBeDefined();
  expect((await axe.run(container, { rules: { 'color-contrast': { enabled: false } } })).violations).toEqual([]);
  await person.click(screen.getByRole('button', { name: '保存' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(onSave).toHaveBeenCalledWith('温故而知新');
  expect(await draft()).toBeUndefined();
});

test('a save that fails says so and keeps the text and its draft', async () => {
  const person = userEvent.setup();
  const report = vi.spyOn(globalThis, 'reportError').mockImplementation(() => undefined);
  const { onClose } = open(vi.fn(() => Promise.reject(new Error('disk full'))));
  await person.type(screen.getByLabelText('笔记内容'), '不能丢');
  await person.click(screen.getByRole('button', { name: '保存' }));
  await screen.findByText('没有保存成功，文字仍在这里，请重试');
  expect((await draft())?.body).toBe('不能丢');
  expect(onClose).not.toHaveBeenCalled();
  expect(report).toHaveBeenCalledOnce();
  report.mockRestore();
});
