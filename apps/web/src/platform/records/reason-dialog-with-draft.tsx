/** A reason dialog whose text is stored as a draft until the action succeeds. */
import { ReasonDialog, type ReasonDialogProps } from '@shufang/ui';
import { ignoreReportedError } from '../api/ignore-reported-error.ts';
import { useForm } from '../forms/use-form.ts';

interface ReasonDialogWithDraftProps extends Omit<ReasonDialogProps, 'reason' | 'onReason' | 'onConfirm'> {
  /** Key of the stored draft: the action and its target, such as `freeze:<userId>`. */
  readonly form: string;
  /** Performs the action, and returns a promise that settles when the action is done, as `mutateAsync` does. */
  readonly onConfirm: (reason: string) => Promise<unknown>;
}

export const ReasonDialogWithDraft = ({ form, onConfirm, ...dialog }: ReasonDialogWithDraftProps) => {
  const { values, setValue, dropDraft } = useForm({ draft: `reason:${form}`, initial: { reason: '' } });
  return (
    <ReasonDialog
      {...dialog}
      reason={values.reason}
      onReason={(reason) => setValue('reason', reason)}
      onConfirm={(reason) => void onConfirm(reason).then(() => dropDraft(), ignoreReportedError)}
    />
  );
};
