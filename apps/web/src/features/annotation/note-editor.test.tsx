import 'fake-indexeddb/auto';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { findDraft } from '../../platform/storage/drafts.ts';
import { readerDatabase } from '../../platform/storage/reader-database.ts';
import { anAnnotation } from '../../platform/storage/testing/an-annotation.ts';
import { accessibilityViolations } from '../../testing/render-in-app.tsx';
import { NoteEditor } from './note-editor.tsx';

afterEach(async () => {
  await readerDatabase().drafts.clear();
});

const annotation = anAnnotation();
const open = (onSave = vi.fn(async () => undefined)) => {
  const onClose = vi.fn();
  const view = render(<NoteEditor owner="lin" annotation={annotation} onSave={onSave} onClose={onClose} />);
  return { ...view, onSave, onClose };
};
const draft = () => findDraft(readerDatabase(), 'lin', `note:${annotation.id}`);

test('a draft is restored after a crash and deleted after saving', async () => {
  const user = userEvent.setup();
  const first = open();
  await user.type(screen.getByLabelText('笔记内容'), '温故而知新');
  await waitFor(async () => expect((await draft())?.body).toBe('温故而知新'));
  first.unmount();

  const { onSave, onClose, container } = open();
  await screen.findByDisplayValue('温故而知新');
  expect(screen.getByText('已恢复上次没有保存的草稿')).toBeDefined();
  expect(await accessibilityViolations(container)).toEqual([]);
  await user.click(screen.getByRole('button', { name: '保存' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(onSave).toHaveBeenCalledWith('温故而知新');
  expect(await draft()).toBeUndefined();
});

test('a failed save shows an error and keeps the text and its draft', async () => {
  const user = userEvent.setup();
  const report = vi.spyOn(globalThis, 'reportError').mockImplementation(() => undefined);
  const { onClose } = open(vi.fn(() => Promise.reject(new Error('disk full'))));
  await user.type(screen.getByLabelText('笔记内容'), '不能丢');
  await user.click(screen.getByRole('button', { name: '保存' }));
  await screen.findByText('没有保存成功，文字仍在这里，请重试');
  expect((await draft())?.body).toBe('不能丢');
  expect(onClose).not.toHaveBeenCalled();
  expect(report).toHaveBeenCalledOnce();
  report.mockRestore();
});
