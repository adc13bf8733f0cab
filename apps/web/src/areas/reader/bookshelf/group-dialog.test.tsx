/** Tests the dialog that asks for the name of a group. */
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { bookshelfText as text } from '../../../platform/messages/zh-cn/bookshelf.ts';
import { renderInApp } from '../../../testing/render-in-app.tsx';
import { GroupNameDialog } from './group-dialog.tsx';

it('a group needs a name, which is saved without surrounding spaces', async () => {
  const onSave = vi.fn();
  renderInApp(<GroupNameDialog title={text.groupName} name=" " onSave={onSave} onClose={vi.fn()} />);
  const field = await screen.findByRole('textbox', { name: text.groupName });
  await userEvent.click(screen.getByRole('button', { name: text.save }));
  expect(field).toHaveAccessibleDescription(text.nameMissing(text.groupName));
  expect(field).toHaveFocus();
  expect(onSave).not.toHaveBeenCalled();
  await userEvent.type(field, '古籍 ');
  expect(field).toBeValid();
  await userEvent.click(screen.getByRole('button', { name: text.save }));
  expect(onSave).toHaveBeenCalledExactlyOnceWith('古籍');
});
