/** Asks before the hand-in, with what is missing; if it fails, everything stays and it can be tried again. */
import { buttonClass, Cluster, ModalDialog, Stack, Text } from '@shufang/ui';
import { useMutation } from '@tanstack/react-query';
import { assignmentText as text } from '../../../platform/messages/zh-cn/assignment.ts';

interface HandInDialogProps {
  readonly items: readonly { readonly id: string; readonly no: number; readonly isAnswered: boolean }[];
  /** Questions whose last answer has not reached the server. */
  readonly waiting: number;
  /** Whether the server has closed the attempt. */
  readonly isOver: boolean;
  readonly onConfirm: () => Promise<void>;
  readonly onClose: () => void;
}

export const HandInDialog = ({ items, waiting, isOver, onConfirm, onClose }: HandInDialogProps) => {
  const handingIn = useMutation({ mutationFn: onConfirm });
  const missing = items.filter(({ isAnswered }) => !isAnswered);
  return (
    <ModalDialog title={text.handInTitle} onClose={onClose}>
      <Stack gap={16}>
        {isOver ? <p>{text.over}</p> : null}
        <p>{text.handInSummary(items.length - missing.length, items.length)}</p>
        {missing.length === 0 ? null : (
          <p>
            {text.handInMissing}
            {missing.map(({ no }) => text.question(no)).join('、')}
          </p>
        )}
        {waiting === 0 ? null : (
          <Text as="p" tone="soft">
            {text.handInWaiting(waiting)}
          </Text>
        )}
        {handingIn.isError ? (
          <Text as="p" role="alert" tone="accent">
            {text.handInFailed}
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
            {text.handInConfirm}
          </button>
        </Cluster>
      </Stack>
    </ModalDialog>
  );
};
