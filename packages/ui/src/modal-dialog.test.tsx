/** Tests of the modal dialog and of the dialogs that ask for a reason or a confirmation: name, focus, keys, buttons, busy state. */
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { useState } from 'react';
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

interface ReasonPageProps {
  readonly isBusy?: boolean;
  readonly onConfirm: (reason: string) => void;
  readonly onClose: () => void;
}

const ReasonPage = ({ isBusy = false, onConfirm, onClose }: ReasonPageProps) => {
  const [reason, setReason] = useState('');
  return (
    <ReasonDialog
      title="下架《论语》"
      lead="读者会看到这本书已下架。"
      label="原因"
      hint="原因会记入操作日志。"
      maxLength={20}
      needText="请写明原因"
      confirmLabel="下架"
      cancelLabel="取消"
      isBusy={isBusy}
      reason={reason}
      onReason={setReason}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  );
};

const openReason = (isBusy = false) => {
  const [onConfirm, onClose] = [vi.fn(), vi.fn()];
  render(<ReasonPage isBusy={isBusy} onConfirm={onConfirm} onClose={onClose} />);
  return { user: userEvent.setup(), onConfirm, onClose, field: screen.getByRole('textbox', { name: '原因' }) };
};

describe('a dialog that asks for a reason', () => {
  it('has a described field with the maximum length and no accessibility violations', async () => {
    const { field } = openReason();
    const dialog = screen.getByRole('dialog', { name: '下架《论语》' });
    expect(field).toHaveAttribute('maxlength', '20');
    expect(field).toHaveAccessibleDescription(expect.stringContaining('原因会记入操作日志。'));
    expect(screen.getByText('读者会看到这本书已下架。')).toBeVisible();
    expect((await axe.run(dialog)).violations).toEqual([]);
  });

  it.each(['', '   '])('does not accept %j as a reason: it shows the error and focuses the field', async (entered) => {
    const { user, onConfirm, field } = openReason();
    if (entered !== '') await user.type(field, entered);
    await user.click(screen.getByRole('button', { name: '下架' }));
    expect(onConfirm).not.toHaveBeenCalled();
    expect(screen.getByText('请写明原因')).toBeVisible();
    expect(field).toBeInvalid();
    expect(field).toHaveFocus();
  });

  it('passes the reason on without surrounding white space', async () => {
    const { user, onConfirm } = openReason();
    await user.type(screen.getByRole('textbox', { name: '原因' }), '  错字太多 ');
    await user.click(screen.getByRole('button', { name: '下架' }));
    expect(onConfirm).toHaveBeenCalledExactlyOnceWith('错字太多');
  });

  it('closes on its cancel button without confirming', async () => {
    const { user, onConfirm, onClose, field } = openReason();
    await user.type(field, '错字太多');
    await user.click(screen.getByRole('button', { name: '取消' }));
    expect(onClose).toHaveBeenCalledOnce();
    expect(onConfirm).not.toHaveBeenCalled();
  });

  it('is not confirmed a second time while it is busy, and its button keeps the focus', async () => {
    const { user, onConfirm, field } = openReason(true);
    await user.type(field, '错字太多');
    const button = screen.getByRole('button', { name: '下架' });
    expect(button).toHaveAttribute('aria-disabled', 'true');
    await user.click(button);
    expect(onConfirm).not.toHaveBeenCalled();
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
