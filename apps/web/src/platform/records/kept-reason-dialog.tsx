/** A dialog for a reason that outlives it: closed, reloaded or refused, the words are there again until the act is done. */
import { ReasonDialog, type ReasonDialogProps } from '@shufang/ui';
import { ignoreTheReported } from '../api/ignore-the-reported.ts';
import { useTyped } from '../storage/use-typed.ts';

interface KeptReasonDialogProps extends Omit<ReasonDialogProps, 'reason' | 'onReason' | 'onConfirm'> {
  /** Which act on what, as `freeze:<userId>`. */
  readonly form: string;
  /** Settles once the act is done or failed: `mutateAsync`. */
  readonly onConfirm: (reason: string) => Promise<unknown>;
}

export const KeptReasonDialog = ({ form, onConfirm, ...dialog }: KeptReasonDialogProps) => {
  const { values, type, drop } = useTyped(`reason:${form}`, { reason: '' });
  return (
    <ReasonDialog
      {...dialog}
      reason={values.reason}
      onReason={(reason) => type('reason', reason)}
      onConfirm={(reason) => void onConfirm(reason).then(() => drop(), ignoreTheReported)}
    />
  );
};
