/** Dialog with the share card of a passage: a preview of the picture, to save, copy, or share with another app. */

import { shareLink } from '@shufang/contract';
import { buttonClass, Cluster, ModalDialog, Stack } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../platform/api/client.ts';
import { saveFile } from '../../platform/api/save-file.ts';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { shareCardText as text } from '../../platform/messages/zh-cn/share-card.ts';
import { publicOrigin } from '../../platform/public-origin.ts';
import { drawShareCard, type SharedPassage } from './draw-share-card.ts';
import styles from './share-card.module.css';

/** Maximum length of a passage on a card. */
const PASSAGE_CHARS_MAX = 200;

interface ShareCardDialogProps {
  readonly bookId: string;
  readonly shared: SharedPassage;
  /** Whether the chapter of the passage is closed to the user. */
  readonly isLocked: boolean;
  readonly onClose: () => void;
}

/** Returns the short URL of the book, or its page if the server creates none. */
const addressOf = async (bookId: string, signal: AbortSignal): Promise<string> => {
  try {
    const { address } = await call(shareLink, { targetType: 'book', targetId: bookId }, { signal });
    return new URL(new URL(address).pathname, publicOrigin()).href;
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof Error)) throw error;
    return `${publicOrigin()}/course/info/${bookId}`;
  }
};

const copy = async (picture: Blob): Promise<void> => {
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })]);
    broadcast('toast', { kind: 'success', text: text.copied });
  } catch {
    // The browser offers no clipboard for pictures, or only on HTTPS and with permission.
    broadcast('toast', { kind: 'info', text: text.copyFailed });
  }
};

const Card = ({ bookId, shared, onClose }: Omit<ShareCardDialogProps, 'isLocked'>) => {
  const { data, isError, refetch } = useQuery({
    queryKey: ['share-card', bookId, shared.passage, shared.chapter],
    queryFn: async ({ signal }) => {
      const picture = await drawShareCard(shared, await addressOf(bookId, signal));
      return { picture, address: URL.createObjectURL(picture) };
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    meta: { claims: true },
  });
  const picture = data?.picture;
  const address = data?.address;
  useEffect(() => (address === undefined ? undefined : () => URL.revokeObjectURL(address)), [address]);
  const fileName = text.fileName(shared.title);
  const file = picture && new File([picture], fileName, { type: 'image/png' });
  const canShare = file !== undefined && 'canShare' in navigator && navigator.canShare({ files: [file] });
  return (
    <Stack gap={16} className={styles.dialog}>
      {isError ? (
        <Stack role="alert" gap={12} placeItems="center" className={styles.wait}>
          <p>{text.failed}</p>
          <button type="button" className={buttonClass('quiet')} onClick={() => void refetch()}>
            {text.retry}
          </button>
        </Stack>
      ) : data === undefined ? (
        <Stack as="p" role="status" placeItems="center" tone="soft" className={styles.wait}>
          {text.making}
        </Stack>
      ) : (
        <img src={data.address} alt={text.alt(shared.passage)} className={styles.card} />
      )}
      <Cluster gap={12} justify="end" className={styles.buttons}>
        <button type="button" className={buttonClass('quiet')} onClick={onClose}>
          {text.close}
        </button>
        {picture === undefined ? null : (
          <>
            {canShare ? (
              <button
                type="button"
                className={buttonClass('quiet')}
                // A user who closes the list of apps cancels the call.
                onClick={() => void navigator.share({ files: [file], title: text.from(shared.title) }).catch(() => undefined)}
              >
                {text.share}
              </button>
            ) : null}
            <button type="button" className={buttonClass('quiet')} onClick={() => void copy(picture)}>
              {text.copy}
            </button>
            <button type="button" className={buttonClass()} onClick={() => saveFile(fileName, picture)}>
              {text.save}
            </button>
          </>
        )}
      </Cluster>
    </Stack>
  );
};

export const ShareCardDialog = ({ bookId, shared, isLocked, onClose }: ShareCardDialogProps) => {
  const chars = [...shared.passage].length;
  const refusal = isLocked ? text.locked : chars > PASSAGE_CHARS_MAX ? text.tooLong(chars, PASSAGE_CHARS_MAX) : undefined;
  return (
    <ModalDialog title={text.title} onClose={onClose}>
      {refusal === undefined ? (
        <Card bookId={bookId} shared={shared} onClose={onClose} />
      ) : (
        <Stack gap={16}>
          <p>{refusal}</p>
          <Cluster gap={12} justify="end">
            <button type="button" className={buttonClass()} onClick={onClose}>
              {text.close}
            </button>
          </Cluster>
        </Stack>
      )}
    </ModalDialog>
  );
};
