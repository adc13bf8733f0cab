/** The join code of a class, for its teacher: shown, copied, switched off and on, and replaced. */
import { type ClassGroup, setClassCode } from '@shufang/contract';
import { buttonClass, Cluster, ConfirmDialog, RecordCard, Stack, Text } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { refreshClasses } from '../../features/teaching/queries.ts';
import { call } from '../../platform/api/client.ts';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { teachingText as text } from '../../platform/messages/zh-cn/teaching.ts';
import { joinAddressOf } from './join-address.ts';
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

export const ClassCodeCard = ({ group: { id, code = '', isCodeOn, status } }: { group: ClassGroup }) => {
  const queryClient = useQueryClient();
  const [asks, setAsks] = useState(false);
  const changing = useMutation({
    mutationFn: (change: { isOn: boolean; isNew?: boolean }) => call(setClassCode, { id, ...change }),
    onSuccess: () => {
      setAsks(false);
      return refreshClasses(queryClient);
    },
  });
  const handleSwitch = (isOn: boolean): void => {
    if (!changing.isPending) changing.mutate({ isOn });
  };
  if (status !== 'active') return null;
  const address = joinAddressOf(code);
  if (!isCodeOn) {
    return (
      <RecordCard title={text.code}>
        <Stack gap={12} justifyItems="start">
          <p>{text.codeOff}</p>
          <button type="button" className={buttonClass('quiet')} aria-disabled={changing.isPending} onClick={() => handleSwitch(true)}>
            {text.switchOn}
          </button>
        </Stack>
      </RecordCard>
    );
  }
  return (
    <RecordCard title={text.code}>
      <Stack gap={12}>
        <Text as="p" tabular className={styles.code}>
          {code}
        </Text>
        <p>{text.codeLead}</p>
        <Text as="p" size={14} tone="soft" breakWords>
          {address}
        </Text>
        <Cluster gap={12}>
          <Link to={`/class/${id}/board`} className={buttonClass()}>
            {text.board}
          </Link>
          <button type="button" className={buttonClass('quiet')} onClick={() => void copy(address)}>
            {text.copyLink}
          </button>
          <button type="button" className={buttonClass('quiet')} onClick={() => setAsks(true)}>
            {text.replace}
          </button>
          <button type="button" className={buttonClass('quiet')} aria-disabled={changing.isPending} onClick={() => handleSwitch(false)}>
            {text.switchOff}
          </button>
        </Cluster>
      </Stack>
      {asks ? (
        <ConfirmDialog
          title={text.replaceTitle}
          confirmLabel={text.replace}
          cancelLabel={text.cancel}
          isBusy={changing.isPending}
          onConfirm={() => changing.mutate({ isOn: true, isNew: true })}
          onClose={() => setAsks(false)}
        >
          <p>{text.replaceLead}</p>
        </ConfirmDialog>
      ) : null}
    </RecordCard>
  );
};
