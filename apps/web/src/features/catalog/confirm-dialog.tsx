/** Asks once more before something is gone for good. */
import { buttonClass, ModalDialog } from '@shufang/ui';
import { deskText } from '../../platform/messages/zh-cn/desk.ts';
import styles from './picture-dialog.module.css';

interface ConfirmDialogProps {
  readonly title: string;
  readonly lead: string;
  readonly confirmLabel: string;
  readonly isBusy: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

export const ConfirmDialog = ({ title, lead, confirmLabel, isBusy, onConfirm, onClose }: ConfirmDialogProps) => (
  <ModalDialog title={title} onClose={onClose}>
    <p>{lead}</p>
    <div className={styles.actions}>
      <button type="button" className={buttonClass('quiet')} onClick={onClose}>
        {deskText.cancel}
      </button>
      <button
        type="button"
        className={buttonClass()}
        aria-disabled={isBusy}
        onClick={() => {
          if (!isBusy) onConfirm();
        }}
      >
        {confirmLabel}
      </button>
    </div>
  </ModalDialog>
);
