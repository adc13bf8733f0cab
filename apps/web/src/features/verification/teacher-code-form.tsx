/** Form for the code of a teachers' guide, which makes the user a verified teacher. */
import { authenticateWithCode, type ErrorCode, errorSentence, readActivationCode } from '@shufang/contract';
import { buttonClass, Stack, TextField } from '@shufang/ui';
import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { Link } from 'react-router';
import { isRefusal } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/client.ts';
import { applicationText as text } from '../../platform/messages/zh-cn/application.ts';
import styles from './application.module.css';

const AT_THE_FIELD: readonly ErrorCode[] = authenticateWithCode.errors.filter((code) => code.startsWith('activationCode.'));

interface TeacherCodeFormProps {
  /** Teacher code from a scanned URL; empty if none was scanned. */
  readonly initialCode: string;
  readonly onApproved: () => void;
}

export const TeacherCodeForm = ({ initialCode, onApproved }: TeacherCodeFormProps) => {
  const [typed, setTyped] = useState(initialCode);
  const [errorText, setErrorText] = useState<string>();
  const [isForBooks, setForBooks] = useState(false);
  const sending = useMutation({
    mutationFn: () => call(authenticateWithCode, { code: typed }),
    meta: { claims: AT_THE_FIELD },
    onSuccess: onApproved,
    onError: (error) => {
      if (isRefusal(error, ...AT_THE_FIELD)) setErrorText(error.message);
      setForBooks(isRefusal(error, 'activationCode.codeForBooks'));
    },
  });
  const handleSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    setForBooks(false);
    if (typed.trim() === '') setErrorText(text.codeMissing);
    // The check character is wrong, so the code is rejected in the browser and does not count as an attempt.
    else if (readActivationCode(typed) === undefined) setErrorText(errorSentence('activationCode.codeMistyped', { kind: text.code }));
    else if (!sending.isPending) {
      setErrorText(undefined);
      sending.mutate();
    }
  };
  return (
    <Stack as="form" gap={12} justifyItems="start" className={styles.way} noValidate aria-label={text.codeTitle} onSubmit={handleSubmit}>
      <TextField
        label={text.code}
        hint={text.codeHint}
        error={errorText}
        value={typed}
        maxLength={60}
        placeholder={text.codePlaceholder}
        onChange={(value) => {
          setTyped(value);
          setErrorText(undefined);
        }}
      />
      {isForBooks ? (
        <Link to="/redeem" state={{ code: typed }} className={styles.link}>
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
