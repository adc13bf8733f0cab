/** Tests of the modal dialog and of the dialogs that ask for a reason or a confirmation: name, focus, keys, buttons, busy state. */
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { type SubmitEvent, useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { ModalDialog } from './modal-dialog.tsx';
import { ReasonDialog } from './reason-dialog.tsx';

afterEach(() => vi.restoreAllMocks());

/** A page with a button that opens the dialog. jsdom has no top layer, so the test counts the calls that open and close it. */
const Page = ({ onClose }: { readonly onClose?: () => void }) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        打开
      </button>
      {isOpen ? (
        <ModalDialog
          title="文件已删除"
          onClose={() => {
            onClose?.();
            setOpen(false);
          }}
        >
          <p>不能恢复。</p>
          <button type="button" onClick={() => setOpen(false)}>
            知道了
          </button>
        </ModalDialog>
      ) : null}
    </>
  );
};

const openPage = async (onClose?: () => void) => {
  const user = userEvent.setup();
  const showModal = vi.spyOn(HTMLDialogElement.prototype, 'showModal');
  const close = vi.spyOn(HTMLDialogElement.prototype, 'close');
  render(onClose === undefined ? <Page /> : <Page onClose={onClose} />);
  await user.click(screen.getByRole('button', { name: '打开' }));
  return { user, showModal, close, dialog: screen.getByRole<HTMLDialogElement>('dialog', { name: '文件已删除' }) };
};

describe('a modal dialog', () => {
  it('opens as a modal dialog, is named by its title and has no accessibility violations', async () => {
    const { dialog, showModal } = await openPage();
    expect(showModal).toHaveBeenCalledOnce();
    expect(dialog).toHaveProperty('open', true);
    expect(screen.getByRole('heading', { level: 2, name: '文件已删除' })).toBeVisible();
    expect((await axe.run(dialog)).violations).toEqual([]);
  });

  it('starts at its first line when the browser has scrolled to its first control', async () => {
    // As a browser does with a control below the visible part of the dialog; jsdom has no layout.
    vi.spyOn(HTMLDialogElement.prototype, 'showModal').mockImplementation(function open(this: HTMLDialogElement) {
      this.open = true;
      this.querySelector('button')?.focus();
      this.scrollTop = 240;
    });
    render(<Page />);
    await userEvent.click(screen.getByRole('button', { name: '打开' }));
    expect(screen.getByRole('dialog', { name: '文件已删除' }).scrollTop).toBe(0);
    expect(screen.getByRole('heading', { name: '文件已删除' })).toHaveFocus();
  });

  it('returns the focus to the element that had it when it leaves the page', async () => {
    const { user, close } = await openPage();
    screen.getByRole('button', { name: '知道了' }).focus();
    await user.keyboard('{Enter}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(close).toHaveBeenCalledOnce();
    expect(screen.getByRole('button', { name: '打开' })).toHaveFocus();
  });

  it('leaves it to the caller to close it on Escape, which the browser reports as a cancel event', async () => {
    const onClose = vi.fn();
    const { dialog } = await openPage(onClose);
    // `fireEvent` returns false for an event whose default action, here closing without the caller, is prevented.
    expect(fireEvent(dialog, new Event('cancel', { cancelable: true }))).toBe(false);
    expect(onClose).toHaveBeenCalledOnce();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('closes on a click on its backdrop but not on a click on its content', async () => {
    const { user, dialog } = await openPage();
    await user.click(screen.getByText('不能恢复。'));
    expect(dialog).toBeInTheDocument();
    await user.click(dialog);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

const openReason = ({ isBusy = false, error }: { isBusy?: boolean; error?: string } = {}) => {
  const [onChange, onSubmit, onClose] = [vi.fn(), vi.fn((event: SubmitEvent) => event.preventDefault()), vi.fn()];
  render(
    <ReasonDialog
      title="下架《论语》"
      lead="读者会看到这本书已下架。"
      label="原因"
      hint="原因会记入操作日志。"
      maxLength={20}
      confirmLabel="下架"
      cancelLabel="取消"
      isBusy={isBusy}
      field={{ value: '错字', onChange }}
      error={error}
      onSubmit={onSubmit}
      onClose={onClose}
    />,
  );
  return { user: userEvent.setup(), onChange, onSubmit, onClose, field: screen.getByRole('textbox', { name: '原因' }) };
};

describe('a dialog that asks for a reason', () => {
  it('has a described field with the maximum length and no accessibility violations', async () => {
    const { user, field, onChange, onSubmit } = openReason();
    const dialog = screen.getByRole('dialog', { name: '下架《论语》' });
    expect(field).toHaveAttribute('maxlength', '20');
    expect(field).toHaveValue('错字');
    expect(field).toHaveAccessibleDescription(expect.stringContaining('原因会记入操作日志。'));
    expect(screen.getByText('读者会看到这本书已下架。')).toBeVisible();
    expect((await axe.run(dialog)).violations).toEqual([]);
    await user.type(field, '多');
    expect(onChange).toHaveBeenCalledExactlyOnceWith('错字多');
    await user.click(screen.getByRole('button', { name: '下架' }));
    expect(onSubmit).toHaveBeenCalledOnce();
  });

  it('shows the error of the form at its field', () => {
    const { field } = openReason({ error: '请写明原因' });
    expect(field).toBeInvalid();
    expect(field).toHaveAccessibleDescription('请写明原因');
  });

  it('closes on its cancel button without a submission', async () => {
    const { user, onSubmit, onClose } = openReason();
    await user.click(screen.getByRole('button', { name: '取消' }));
    expect(onClose).toHaveBeenCalledOnce();
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('announces that it is busy, and its button keeps the focus', async () => {
    const { user } = openReason({ isBusy: true });
    const button = screen.getByRole('button', { name: '下架' });
    expect(button).toHaveAttribute('aria-disabled', 'true');
    await user.click(button);
    expect(button).toHaveFocus();
  });
});

const openConfirm = (isBusy = false) => {
  const [onConfirm, onClose] = [vi.fn(), vi.fn()];
  render(
    <ConfirmDialog title="删除文件" confirmLabel="删除" cancelLabel="取消" isBusy={isBusy} onConfirm={onConfirm} onClose={onClose}>
      <p>删除后不能恢复。</p>
    </ConfirmDialog>,
  );
  return { user: userEvent.setup(), onConfirm, onClose };
};

describe('a dialog that asks for a confirmation', () => {
  it('shows what is confirmed, under its title, without accessibility violations', async () => {
    openConfirm();
    const dialog = screen.getByRole('dialog', { name: '删除文件' });
    expect(screen.getByText('删除后不能恢复。')).toBeVisible();
    expect((await axe.run(dialog)).violations).toEqual([]);
  });

  it('confirms with one button and closes with the other', async () => {
    const { user, onConfirm, onClose } = openConfirm();
    await user.click(screen.getByRole('button', { name: '删除' }));
    expect(onConfirm).toHaveBeenCalledOnce();
    expect(onClose).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: '取消' }));
    expect(onClose).toHaveBeenCalledOnce();
    expect(onConfirm).toHaveBeenCalledOnce();
  });

  it('is not confirmed a second time while it is busy, but can still be closed', async () => {
    const { user, onConfirm, onClose } = openConfirm(true);
    const button = screen.getByRole('button', { name: '删除' });
    expect(button).toHaveAttribute('aria-disabled', 'true');
    await user.click(button);
    expect(onConfirm).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: '取消' }));
    expect(onClose).toHaveBeenCalledOnce();
  });
});
