/** The join code of a class, for its teacher. */
import type { ClassGroup } from '@shufang/contract';
import { buttonClass, Cluster, RecordCard, Stack, Text } from '@shufang/ui';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { teachingText as text } from '../../platform/messages/zh-cn/teaching.ts';
import { publicOrigin } from '../../platform/public-origin.ts';
import styles from './teaching.module.css';

const copy = async (address: string): Promise<void> => {
  try {
    await navigator.clipboard.writeText(address);
    broadcast('toast', { kind: 'success', text: text.copied });
  } catch {
    // The browser offers no clipboard on plain HTTP or without permission. The URL is visible, so the user can select it by hand.
    broadcast('toast', { kind: 'info', text: text.copyFailed });
  }
};

export const ClassCodeCard = ({ group: { code = '', isCodeOn, status } }: { group: ClassGroup }) => {
  if (status !== 'active') return null;
  const address = `${publicOrigin()}/class/join?code=${code}`;
  return (
    <RecordCard title={text.code}>
      {isCodeOn ? (
        <Stack gap={12}>
          <Text as="p" tabular className={styles.code}>
            {code}
          </Text>
          <p>{text.codeLead}</p>
          <Text as="p" size={14} tone="soft" breakWords>
            {address}
          </Text>
          <Cluster gap={12}>
            <button type="button" className={buttonClass('quiet')} onClick={() => void copy(address)}>
              {text.copyLink}
            </button>
          </Cluster>
        </Stack>
      ) : (
        <p>{text.codeOff}</p>
      )}
    </RecordCard>
  );
};
