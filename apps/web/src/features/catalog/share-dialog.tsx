/** The short address of a book, a place in it or a collection, to hand on: to copy, or as a picture for a telephone. */
import { type InputOf, shareLink } from '@shufang/contract';
import { buttonClass, ModalDialog } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../platform/api/client.ts';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { shareText as text } from '../../platform/messages/zh-cn/share.ts';
import { QrCode } from '../../platform/qr/qr-code.tsx';
import styles from './book-page.module.css';

const copy = async (address: string): Promise<void> => {
  try {
    await navigator.clipboard.writeText(address);
    broadcast('toast', { kind: 'success', text: text.copied });
  } catch {
    // No clipboard on plain http, or the person forbids it: the address stands there to be marked by hand.
    broadcast('toast', { kind: 'info', text: text.copyFailed });
  }
};

type Shared = InputOf<typeof shareLink>;

interface ShareDialogProps {
  /** Of the book or the collection; and of the chapter, for a place. */
  readonly title: string;
  readonly chapter?: string;
  readonly target: Shared;
  /** The same in full, as a path: handed on where no short address can be had. */
  readonly path: string;
  readonly onClose: () => void;
}

export const ShareDialog = ({ title, chapter = '', target, path, onClose }: ShareDialogProps) => {
  const { data, isError } = useQuery({
    queryKey: ['share-link', target.targetType, target.targetId],
    queryFn: ({ signal }) => call(shareLink, target, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { claims: true },
  });
  // The picture holds what the line below says: this site under the name it is seen under here.
  const address =
    data === undefined
      ? isError
        ? `${location.origin}${path}`
        : undefined
      : new URL(new URL(data.address).pathname, location.origin).href;
  return (
    <ModalDialog title={text.titles[target.targetType]} onClose={onClose}>
      <div className={styles.share}>
        <p>{text.lead}</p>
        {address === undefined ? (
          <p role="status" className={styles.shareWait}>
            {text.making}
          </p>
        ) : (
          <>
            <QrCode text={address} label={text.qr(title, chapter)} size={184} />
            <p className={styles.address}>{address}</p>
            {isError ? <p className={styles.chapter}>{text.longOnly}</p> : null}
          </>
        )}
        <div className={styles.shareActions}>
          <button type="button" className={buttonClass('quiet')} onClick={onClose}>
            {text.close}
          </button>
          <button
            type="button"
            className={buttonClass()}
            aria-disabled={address === undefined}
            onClick={() => {
              if (address !== undefined) void copy(address);
            }}
          >
            {text.copy}
          </button>
        </div>
      </div>
    </ModalDialog>
  );
};
