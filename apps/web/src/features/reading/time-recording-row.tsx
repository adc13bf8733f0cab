/** The setting whether reading time is recorded; part of the account page. */
import { getTimeRecording, setTimeRecording } from '@shufang/contract';
import { ConfirmDialog } from '@shufang/ui';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { call } from '../../platform/api/client.ts';
import { readingTimeText as text } from '../../platform/messages/zh-cn/reading-time.ts';
import { noteRecordingChoice } from './block-time-recorder.ts';

const recordingQuery = (owner: string) =>
  queryOptions({
    queryKey: ['reading', 'recording', owner],
    queryFn: ({ signal }) => call(getTimeRecording, {}, { signal }),
    staleTime: 0,
    meta: { claims: true },
  });

interface TimeRecordingRowProps {
  readonly owner: string;
  /** Renders the line of the setting with its current value and its button. */
  readonly render: (value: string | undefined, button: { readonly label: string; readonly onPress: () => void } | undefined) => ReactNode;
}

export const TimeRecordingRow = ({ owner, render }: TimeRecordingRowProps) => {
  const queryClient = useQueryClient();
  const [asks, setAsks] = useState(false);
  const { data, isError, refetch } = useQuery(recordingQuery(owner));
  const changing = useMutation({
    mutationFn: (isOn: boolean) => call(setTimeRecording, { isOn }),
    onSuccess: async ({ isOn }) => {
      setAsks(false);
      await noteRecordingChoice(owner, isOn);
      await queryClient.invalidateQueries({ queryKey: ['reading'] });
    },
  });
  if (data === undefined)
    return isError ? render(text.recordingFailed, { label: text.retry, onPress: () => void refetch() }) : render(undefined, undefined);
  return (
    <>
      {data.isOn
        ? render(text.recordingOn, { label: text.switchOff, onPress: () => setAsks(true) })
        : render(text.recordingOff, { label: text.switchOn, onPress: () => changing.mutate(true) })}
      {asks ? (
        <ConfirmDialog
          title={text.switchOffTitle}
          confirmLabel={text.switchOffConfirm}
          cancelLabel={text.cancel}
          isBusy={changing.isPending}
          isDestructive
          onConfirm={() => changing.mutate(false)}
          onClose={() => setAsks(false)}
        >
          <p>{text.switchOffLead}</p>
        </ConfirmDialog>
      ) : null}
    </>
  );
};
