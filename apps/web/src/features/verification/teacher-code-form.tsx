/** Form for the code of a teachers' guide, which makes the user a verified teacher. */
import { authenticateWithCode, type ErrorCode } from '@shufang/contract';
import { buttonClass, Stack, TextField } from '@shufang/ui';
import { useMutation } from '@tanstack/react-query';
import { Link } from 'react-router';
import { z } from 'zod';
import { call } from '../../platform/api/client.ts';
import { activationCodeField } from '../../platform/forms/activation-code-field.ts';
import { showRefusal } from '../../platform/forms/show-refusal.ts';
import { useForm } from '../../platform/forms/use-form.ts';
import { applicationText as text } from '../../platform/messages/zh-cn/application.ts';
import styles from './application.module.css';

const AT_THE_FIELD: readonly ErrorCode[] = authenticateWithCode.errors.filter((code) => code.startsWith('activationCode.'));
const FOR_BOOKS: ErrorCode = 'activationCode.codeForBooks';

const codeFields = z.object({ code: activationCodeField(text.code) });

interface TeacherCodeFormProps {
  /** Teacher code from a scanned URL; empty if none was scanned. */
  readonly initialCode: string;
  readonly onApproved: () => void;
}

export const TeacherCodeForm = ({ initialCode, onApproved }: TeacherCodeFormProps) => {
  const form = useForm({ initial: { code: initialCode }, schema: codeFields });
  const { code: error } = form.errors;
  const sending = useMutation({
    mutationFn: (fields: z.output<typeof codeFields>) => call(authenticateWithCode, fields),
    meta: { claims: AT_THE_FIELD },
    onSuccess: onApproved,
    onError: (failure) => showRefusal(form, 'code', failure, AT_THE_FIELD),
  });
  const handleSubmit = form.handleSubmit((fields) => {
    if (!sending.isPending) sending.mutate(fields);
  });
  return (
    <Stack as="form" gap={12} justifyItems="start" className={styles.way} noValidate aria-label={text.codeTitle} onSubmit={handleSubmit}>
      <TextField
        label={text.code}
        hint={text.codeHint}
        error={error?.message}
        maxLength={60}
        placeholder={text.codePlaceholder}
        {...form.register('code')}
      />
      {error?.type === FOR_BOOKS ? (
        <Link to="/redeem" state={{ code: form.values.code }} className={styles.link}>
          {text.toRedeem}
        </Link>
      ) : null}
      <p>
        <button type="submit" className={buttonClass()} aria-disabled={sending.isPending}>
          {text.confirmCode}
        </button>
      </p>
    </Stack>
  );
};
