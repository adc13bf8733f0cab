/** Dialog with the short URL of a book, a position in it or a collection, to copy or to scan as a QR code. */

import { type InputOf, shareLink } from '@shufang/contract';
import { buttonClass, Cluster, ModalDialog, Stack, Text } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../platform/api/client.ts';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { shareText as text } from '../../platform/messages/zh-cn/share.ts';
import { publicOrigin } from '../../platform/public-origin.ts';
import { QrCode } from '../../platform/qr/qr-code.tsx';
import styles from './book-page.module.css';

const copy = async (address: string): Promise<void> => {
  try {
    await navigator.clipboard.writeText(address);
    broadcast('toast', { kind: 'success', text: text.copied });
  } catch {
    // The browser offers no clipboard on plain HTTP or without permission. The URL is visible, so the user can select it by hand.
    broadcast('toast', { kind: 'info', text: text.copyFailed });
  }
};

type Shared = InputOf<typeof shareLink>;

interface ShareDialogProps {
  /** Title of the shared book or collection. `chapter`: title of the chapter, if a position in a book is shared. */
  readonly title: string;
  readonly chapter?: string;
  readonly target: Shared;
  /** Path of the shared page on this site, used if no short URL can be created. */
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
  // The QR code contains the URL shown below it, with the origin under which the user sees this site.
  const address =
    data === undefined ? (isError ? `${publicOrigin()}${path}` : undefined) : new URL(new URL(data.address).pathname, publicOrigin()).href;
  return (
    <ModalDialog title={text.titles[target.targetType]} onClose={onClose}>
      <Stack gap={12} justifyItems="center" className={styles.share}>
        <p>{text.lead}</p>
        {address === undefined ? (
          <Stack role="status" as="p" placeItems="center" tone="soft" className={styles.shareWait}>
            {text.making}
          </Stack>
        ) : (
          <>
            <QrCode text={address} label={text.qr(title, chapter)} size={184} />
            <Text as="p" size={14} tone="soft" fullWidth breakWords className={styles.address}>
              {address}
            </Text>
            {isError ? (
              <Text as="p" size={13} tone="faint">
                {text.longOnly}
              </Text>
            ) : null}
          </>
        )}
        <Cluster gap={12} justify="end" fullWidth marginTop={8}>
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
        </Cluster>
      </Stack>
    </ModalDialog>
  );
};
