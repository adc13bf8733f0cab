/** Tests of the modal alert with one button: name, focus, keys. */
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { expect, it, vi } from 'vitest';
import { AlertDialog } from './alert-dialog.tsx';

const openAlert = () => {
  const onConfirm = vi.fn();
  const page = (isOpen: boolean) => (
    <>
      <button type="button">提交</button>
      {isOpen ? (
        <AlertDialog title="错误" confirmLabel="确定" onConfirm={onConfirm}>
          网络中断
        </AlertDialog>
      ) : null}
    </>
  );
  const { rerender } = render(page(false));
  screen.getByRole('button', { name: '提交' }).focus();
  rerender(page(true));
  return { user: userEvent.setup(), onConfirm, close: () => rerender(page(false)) };
};

it('an alert is modal, has the title as its name and the message as its description', async () => {
  openAlert();
  const alert = screen.getByRole('alertdialog', { name: '错误' });
  expect(alert).toHaveAttribute('aria-modal', 'true');
  expect(alert).toHaveAccessibleDescription('网络中断');
  expect((await axe.run(alert)).violations).toEqual([]);
});

it('an alert focuses its button and returns the focus when it leaves the page', () => {
  const { close } = openAlert();
  expect(screen.getByRole('button', { name: '确定' })).toHaveFocus();
  close();
  expect(screen.getByRole('button', { name: '提交' })).toHaveFocus();
});

it('Tab does not leave an alert in either direction', async () => {
  const { user } = openAlert();
  await user.tab();
  expect(screen.getByRole('button', { name: '确定' })).toHaveFocus();
  await user.tab({ shift: true });
  expect(screen.getByRole('button', { name: '确定' })).toHaveFocus();
});

it.each(['{Enter}', ' ', '{Escape}'])('the key %j confirms an alert', async (key) => {
  const { user, onConfirm } = openAlert();
  await user.keyboard(key);
  expect(onConfirm).toHaveBeenCalledOnce();
});
