/** Field for a join code, which leads to the page of the invitation. */
import { classCode } from '@shufang/contract';
import { buttonClass, TextField } from '@shufang/ui';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { useForm } from '../../platform/forms/use-form.ts';
import { teachingText as text } from '../../platform/messages/zh-cn/teaching.ts';

const codeFields = z.object({ code: classCode });

interface JoinByCodeProps {
  /** The code that was looked up last, and why it was refused. */
  readonly initialCode?: string;
  readonly refusal?: string | undefined;
  readonly isBusy?: boolean;
}

export const JoinByCode = ({ initialCode = '', refusal, isBusy = false }: JoinByCodeProps) => {
  const navigate = useNavigate();
  const form = useForm({ initial: { code: initialCode }, schema: codeFields });
  const handleSubmit = form.handleSubmit(({ code }) => void navigate(`/class/join?code=${code}`));
  return (
    <form noValidate onSubmit={handleSubmit} aria-label={text.joinTitle}>
      <TextField
        label={text.codeField}
        hint={text.codeHint}
        error={form.errors.code?.message ?? refusal}
        maxLength={40}
        autoCapitalize="characters"
        spellCheck={false}
        {...form.register('code')}
        action={
          <button type="submit" className={buttonClass('quiet')} aria-disabled={isBusy}>
            {isBusy ? text.finding : text.find}
          </button>
        }
      />
    </form>
  );
};
