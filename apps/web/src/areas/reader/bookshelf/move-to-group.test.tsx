/** Tests the dialog that moves books of the shelf into a group: nothing is moved before the button is pressed. */
import 'fake-indexeddb/auto';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { createShelfActions } from '../../../features/bookshelf/shelf-actions.ts';
import { bookshelfText as text } from '../../../platform/messages/zh-cn/bookshelf.ts';
import { ANONYMOUS_OWNER } from '../../../platform/storage/anonymous-owner.ts';
import { listRecords, readerDatabase } from '../../../platform/storage/reader-database.ts';
import { accessibilityViolations, renderInApp } from '../../../testing/render-in-app.tsx';
import { MoveToGroup } from './move-to-group.tsx';

const BOOK = '1'.repeat(26);
const actions = createShelfActions(readerDatabase(), ANONYMOUS_OWNER);
const groupOf = async (): Promise<string | undefined> =>
  (await listRecords(readerDatabase(), ANONYMOUS_OWNER, 'shelfItem')).find(({ bookId }) => bookId === BOOK)?.groupId;
const groups = () => listRecords(readerDatabase(), ANONYMOUS_OWNER, 'shelfGroup');

afterEach(async () => {
  await readerDatabase().records.clear();
});

const open = async () => {
  const onMoved = vi.fn();
  renderInApp(<MoveToGroup label={text.move} bookIds={[BOOK]} groups={await groups()} onMoved={onMoved} />);
  await userEvent.click(screen.getByRole('button', { name: text.move }));
  return { onMoved, target: screen.getByRole('combobox', { name: text.moveTo }) };
};
const move = () => userEvent.click(screen.getByRole('button', { name: text.moveNow }));

it('a book is moved when the button is pressed, not when a group is selected, and a target is needed', async () => {
  const id = await actions.createGroup('诗词');
  const { onMoved, target } = await open();
  expect(await accessibilityViolations()).toEqual([]);
  await move();
  expect(target).toHaveAccessibleDescription(text.targetMissing);
  expect(target).toHaveFocus();
  await userEvent.selectOptions(target, '诗词');
  expect(onMoved).not.toHaveBeenCalled();
  await move();
  await waitFor(() => expect(onMoved).toHaveBeenCalledOnce());
  expect(await groupOf()).toBe(id);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('a new group needs a name, and then contains the book', async () => {
  const { onMoved, target } = await open();
  expect(target).toHaveValue('new');
  await move();
  const name = screen.getByRole('textbox', { name: text.groupName });
  expect(name).toHaveAccessibleDescription(text.nameMissing(text.groupName));
  expect(name).toHaveFocus();
  await userEvent.type(name, ' 假期{Enter}');
  await waitFor(() => expect(onMoved).toHaveBeenCalledOnce());
  expect(await groups()).toMatchObject([{ id: await groupOf(), name: '假期' }]);
});
