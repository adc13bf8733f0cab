/** Button that creates an upload token for the command line of a publisher, and shows it once. */
import { createUploadToken } from '@shufang/contract';
import { Block, buttonClass, Cluster, ModalDialog, Stack, TextAreaField } from '@shufang/ui';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../platform/api/client.ts';
import { chineseDates } from '../../../platform/chinese-dates.ts';
import { broadcast } from '../../../platform/events/broadcasts.ts';
import { adminReleasesText as text } from '../../../platform/messages/zh-cn/admin-releases.ts';
import { publicOrigin } from '../../../platform/public-origin.ts';
import styles from './admin-versions.module.css';

const time = chineseDates({ dateStyle: 'medium', timeStyle: 'short' });

const copy = async (token: string): Promise<void> => {
  try {
    await navigator.clipboard.writeText(token);
    broadcast('toast', { kind: 'success', text: text.copied });
  } catch {
    // The browser offers no clipboard on plain HTTP or without permission. The token is visible, so the user can select it by hand.
    broadcast('toast', { kind: 'info', text: text.copyByHand });
  }
};

export const UploadToken = () => {
  const creating = useMutation({ mutationFn: () => call(createUploadToken, {}) });
  const { data } = creating;
  return (
    <>
      <button
        type="button"
        className={buttonClass('quiet')}
        aria-disabled={creating.isPending}
        onClick={() => {
          if (!creating.isPending) creating.mutate();
        }}
      >
        {text.token}
      </button>
      {data === undefined ? null : (
        <ModalDialog title={text.tokenTitle} onClose={creating.reset}>
          <Stack gap={16}>
            <p>{text.tokenLead(time.format(data.expiresAt))}</p>
            <TextAreaField label={text.tokenLabel} rows={3} value={data.token} readOnly />
            <div>
              <p>{text.tokenUse}</p>
              <Block as="pre" size={13} breakWords className={styles.command}>
                {text.tokenCommand(publicOrigin())}
              </Block>
            </div>
            <Cluster gap={12} justify="end">
              <button type="button" className={buttonClass('quiet')} onClick={() => void copy(data.token)}>
                {text.copy}
              </button>
              <button type="button" className={buttonClass('main')} onClick={creating.reset}>
                {text.close}
              </button>
            </Cluster>
          </Stack>
        </ModalDialog>
      )}
    </>
  );
};
