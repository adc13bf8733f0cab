/** A reason dialog whose text is stored as a draft until the action succeeds. */
import { ReasonDialog, type ReasonDialogProps } from '@shufang/ui';
import { z } from 'zod';
import { ignoreReportedError } from '../api/ignore-reported-error.ts';
import { useForm } from '../forms/use-form.ts';

interface ReasonDialogWithDraftProps extends Omit<ReasonDialogProps, 'field' | 'error' | 'onSubmit'> {
  /** Key of the stored draft: the action and its target, such as `freeze:<userId>`. */
  readonly form: string;
  /** Error text that the dialog shows while the reason is missing. */
  readonly needText: string;
  /**
   * Performs the action with the reason, which is without surrounding white space and never empty. Returns a promise that settles when the
   * action is done, as `mutateAsync` does.
   */
  readonly onConfirm: (reason: string) => Promise<unknown>;
}

export const ReasonDialogWithDraft = ({ form: key, needText, onConfirm, ...dialog }: ReasonDialogWithDraftProps) => {
  const schema = z.object({ reason: z.string().trim().min(1, needText) });
  const form = useForm({ draft: `reason:${key}`, initial: { reason: '' }, schema });
  const handleSubmit = form.handleSubmit(({ reason }) => {
    if (dialog.isBusy !== true) void onConfirm(reason).then(() => form.dropDraft(), ignoreReportedError);
  });
  return <ReasonDialog {...dialog} field={form.register('reason')} error={form.errors.reason?.message} onSubmit={handleSubmit} />;
};
