/** Asks before the hand-in, with what is missing; if it fails, everything stays and it can be tried again. */
import { buttonClass, Cluster, ModalDialog, Stack, Text } from '@shufang/ui';
import { useMutation } from '@tanstack/react-query';
import { assignmentText as text } from '../../../platform/messages/zh-cn/assignment.ts';
import { taskText } from '../../../platform/messages/zh-cn/assignment-task.ts';

interface HandInDialogProps {
  readonly items: readonly { readonly id: string; readonly no: number; readonly isAnswered: boolean }[];
  /** Questions whose last answer has not reached the server. */
  readonly waiting: number;
  /** Chosen files that the server has not stored; they cannot be uploaded after the hand-in. */
  readonly files: number;
  /** Whether it is a task instead of a paper with questions. */
  readonly isTask: boolean;
  /** Whether the server has closed the attempt. */
  readonly isOver: boolean;
  readonly onConfirm: () => Promise<void>;
  readonly onClose: () => void;
}

export const HandInDialog = ({ items, waiting, files, isTask, isOver, onConfirm, onClose }: HandInDialogProps) => {
  const handingIn = useMutation({ mutationFn: onConfirm });
  const own = isTask ? taskText.handIn : text;
  const missing = items.filter(({ isAnswered }) => !isAnswered);
  return (
    <ModalDialog title={own.handInTitle} onClose={onClose}>
      <Stack gap={16}>
        {isOver ? <p>{text.over}</p> : null}
        {isTask ? null : <p>{text.handInSummary(items.length - missing.length, items.length)}</p>}
        {missing.length === 0 ? null : (
          <p>{isTask ? text.handInEmpty : `${text.handInMissing}${missing.map(({ no }) => text.question(no)).join('、')}`}</p>
        )}
        {files === 0 ? null : (
          <Text as="p" tone="accent">
            {own.handInFiles(files)}
          </Text>
        )}
        {waiting === 0 ? null : (
          <Text as="p" tone="soft">
            {own.handInWaiting(waiting)}
          </Text>
        )}
        {handingIn.isError ? (
          <Text as="p" role="alert" tone="accent">
            {own.handInFailed}
          </Text>
        ) : null}
        <Cluster gap={12} justify="end">
          {isOver ? null : (
            <button type="button" className={buttonClass('quiet')} onClick={onClose}>
              {text.backToPaper}
            </button>
          )}
          <button
            type="button"
            className={buttonClass()}
            aria-disabled={handingIn.isPending}
            onClick={() => {
              if (!handingIn.isPending) handingIn.mutate();
            }}
          >
            {own.handInConfirm}
          </button>
        </Cluster>
      </Stack>
    </ModalDialog>
  );
};
