/** The address of a book to hand on: to copy, or as a picture for a telephone. */
import { buttonClass, ModalDialog } from '@shufang/ui';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { bookPageText as text } from '../../platform/messages/zh-cn/book-page.ts';
import { catalogText } from '../../platform/messages/zh-cn/catalog.ts';
import { QrCode } from '../../platform/qr/qr-code.tsx';
import styles from './book-page.module.css';

const copy = async (address: string): Promise<void> => {
  try {
    await navigator.clipboard.writeText(address);
    broadcast('toast', { kind: 'success', text: catalogText.shared });
  } catch {
    // No clipboard on plain http, or the person forbids it: the address stands there to be marked by hand.
    broadcast('toast', { kind: 'info', text: catalogText.shareFailed });
  }
};

export const ShareDialog = ({ book, onClose }: { book: { readonly id: string; readonly title: string }; onClose: () => void }) => {
  const address = `${location.origin}/course/info/${book.id}`;
  return (
    <ModalDialog title={text.shareTitle} onClose={onClose}>
      <div className={styles.share}>
        <p>{text.shareLead}</p>
        <QrCode text={address} label={text.shareQr(book.title)} size={184} />
        <p className={styles.address}>{address}</p>
        <div className={styles.shareActions}>
          <button type="button" className={buttonClass('quiet')} onClick={onClose}>
            {text.close}
          </button>
          <button type="button" className={buttonClass()} onClick={() => void copy(address)}>
            {text.copy}
          </button>
        </div>
      </div>
    </ModalDialog>
  );
};
