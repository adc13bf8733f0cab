/** The code of a teachers' guide: typed, and the person is a verified teacher. */
import { authenticateWithCode, type ErrorCode, errorSentence, readActivationCode } from '@shufang/contract';
import { buttonClass, TextField } from '@shufang/ui';
import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { Link } from 'react-router';
import { isRefusal } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/client.ts';
import { applicationText as text } from '../../platform/messages/zh-cn/application.ts';
import styles from './application.module.css';

const AT_THE_FIELD: readonly ErrorCode[] = authenticateWithCode.errors.filter((code) => code.startsWith('commerce.'));

interface TeacherCodeFormProps {
  /** Of a scanned address. */
  readonly initialCode: string;
  readonly onApproved: () => void;
}

export const TeacherCodeForm = ({ initialCode, onApproved }: TeacherCodeFormProps) => {
  const [typed, setTyped] = useState(initialCode);
  const [fault, setFault] = useState<string>();
  const [isForBooks, setForBooks] = useState(false);
  const sending = useMutation({
    mutationFn: () => call(authenticateWithCode, { code: typed }),
    meta: { claims: AT_THE_FIELD },
    onSuccess: onApproved,
    onError: (error) => {
      if (isRefusal(error, ...AT_THE_FIELD)) setFault(error.message);
      setForBooks(isRefusal(error, 'commerce.codeForBooks'));
    },
  });
  const handleSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    setForBooks(false);
    if (typed.trim() === '') setFault(text.codeMissing);
    // The check character says so by itself: no try is spent on it.
    else if (readActivationCode(typed) === undefined) setFault(errorSentence('commerce.codeMistyped', { kind: text.code }));
    else if (!sending.isPending) {
      setFault(undefined);
      sending.mutate();
    }
  };
  return (
    <form className={styles.way} noValidate aria-label={text.codeTitle} onSubmit={handleSubmit}>
      <TextField
        label={text.code}
        hint={text.codeHint}
        fault={fault}
        value={typed}
        maxLength={60}
        placeholder={text.codePlaceholder}
        onChange={(value) => {
          setTyped(value);
          setFault(undefined);
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
    </form>
  );
};
