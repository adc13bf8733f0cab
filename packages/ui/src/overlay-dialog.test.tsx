/** Tests of the modal dialog that is displayed below alerts and toasts: focus, Escape, elements above it. */
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { expect, it, vi } from 'vitest';
import { OverlayDialog } from './overlay-dialog.tsx';

const open = (children = <input aria-label="手机号" data-autofocus />) => {
  const [onClose, onClosed] = [vi.fn(), vi.fn()];
  const view = render(
    <OverlayDialog title="登录" closeLabel="关闭" onClose={onClose} onClosed={onClosed}>
      {children}
      <button type="button">提交</button>
    </OverlayDialog>,
  );
  return { ...view, onClose, onClosed };
};

it('a modal dialog has a name and focuses the field with autofocus', async () => {
  open();
  const dialog = screen.getByRole('dialog', { name: '登录' });
  expect(dialog).toHaveAttribute('aria-modal', 'true');
  expect(screen.getByRole('textbox', { name: '手机号' })).toHaveFocus();
  expect((await axe.run(dialog)).violations).toEqual([]);
});

it('a dialog without autofocus focuses its first control', () => {
  open(<p>正文</p>);
  expect(screen.getByRole('button', { name: '关闭' })).toHaveFocus();
});

it('Tab keeps the focus inside in both directions', async () => {
  const user = userEvent.setup();
  open();
  await user.tab();
  expect(screen.getByRole('button', { name: '提交' })).toHaveFocus();
  await user.tab();
  expect(screen.getByRole('button', { name: '关闭' })).toHaveFocus();
  await user.tab({ shift: true });
  expect(screen.getByRole('button', { name: '提交' })).toHaveFocus();
});

it('Escape and the close button close the dialog, but not the Escape key of an input method', async () => {
  const user = userEvent.setup();
  const { onClose } = open();
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', isComposing: true }));
  expect(onClose).not.toHaveBeenCalled();
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: '关闭' }));
  expect(onClose).toHaveBeenCalledTimes(2);
});

it('a callback reports that the dialog has left the page', () => {
  const { onClosed, unmount } = open();
  expect(onClosed).not.toHaveBeenCalled();
  unmount();
  expect(onClosed).toHaveBeenCalledOnce();
});

it('keys are left to a dialog above this one', async () => {
  const user = userEvent.setup();
  open(
    <div role="alertdialog" aria-label="提示">
      <button type="button">知道了</button>
      <button type="button">更多</button>
    </div>,
  );
  screen.getByRole('button', { name: '知道了' }).focus();
  await user.tab();
  expect(screen.getByRole('button', { name: '更多' })).toHaveFocus();
});
