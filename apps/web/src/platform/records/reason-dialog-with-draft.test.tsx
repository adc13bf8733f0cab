/** Tests the dialog that asks for a reason: its check, its busy state, and its draft. */
import 'fake-indexeddb/auto';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { ReasonDialogWithDraft } from './reason-dialog-with-draft.tsx';

const open = (form: string, { isBusy = false, onConfirm = vi.fn(async (_reason: string) => undefined) } = {}) => {
  const dialog = (
    <ReasonDialogWithDraft
      form={form}
      title="下架《论语》"
      label="原因"
      needText="请写明原因"
      maxLength={20}
      confirmLabel="下架"
      cancelLabel="取消"
      isBusy={isBusy}
      onConfirm={onConfirm}
      onClose={() => undefined}
    />
  );
  const view = renderInApp(dialog);
  return { ...view, onConfirm, field: screen.getByRole('textbox', { name: '原因' }) };
};
const submit = () => userEvent.click(screen.getByRole('button', { name: '下架' }));

it.each(['', '   '])('a reason dialog does not accept %j: it shows the error and focuses the field', async (typed) => {
  const { onConfirm, field } = open('freeze:1');
  if (typed !== '') await userEvent.type(field, typed);
  await submit();
  expect(field).toHaveAccessibleDescription('请写明原因');
  expect(field).toHaveFocus();
  expect(onConfirm).not.toHaveBeenCalled();
});

it('a reason is passed on without surrounding white space, and not a second time while the dialog is busy', async () => {
  const free = open('freeze:2');
  await userEvent.type(free.field, '  错字太多 ');
  await submit();
  expect(free.onConfirm).toHaveBeenCalledExactlyOnceWith('错字太多');
  free.unmount();
  const busy = open('freeze:3', { isBusy: true });
  await userEvent.type(busy.field, '错字太多');
  await submit();
  expect(busy.onConfirm).not.toHaveBeenCalled();
});

it('a reason stays after a failed action, and is stored until the action succeeds', async () => {
  const onConfirm = vi.fn(async (_reason: string) => undefined).mockRejectedValueOnce(new Error('refused'));
  const before = open('freeze:4', { onConfirm });
  await userEvent.type(before.field, '错字太多');
  await submit();
  expect(before.field).toHaveValue('错字太多');
  before.unmount();
  const after = open('freeze:4', { onConfirm });
  await waitFor(() => expect(after.field).toHaveValue('错字太多'));
});
