/** The form for a question to the operator. Who is not signed in shows that they are a person and says where an answer reaches them. */
import './mantine-help.css';
import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { createTicket, LIMITS, type Ticket, type TicketDiagnostics, ticketTopic } from '@shufang/contract';
import { buttonClass } from '@shufang/ui';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type UseFormRegisterReturn, useForm, useWatch } from 'react-hook-form';
import { isRefusal } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/client.ts';
import { accountText } from '../../platform/messages/zh-cn/account.ts';
import { helpText } from '../../platform/messages/zh-cn/help.ts';
import { useKeptDraft } from '../../platform/storage/use-kept-draft.ts';
import { DiagnosticsField } from './diagnostics-field.tsx';
import styles from './help.module.css';

interface TicketFields {
  topic: Ticket['topic'];
  body: string;
  contact: string;
  captchaTxt: string;
  withDiagnostics: boolean;
}

/** The captcha of a form for people without an account. */
export interface FormCaptcha {
  readonly key: string | undefined;
  readonly refresh: () => void;
  readonly render: (field: UseFormRegisterReturn, error: string | undefined) => ReactNode;
}

interface TicketFormProps {
  /** Whose draft is kept. */
  readonly owner: string;
  readonly diagnostics: TicketDiagnostics;
  /** Absent for who is signed in. */
  readonly captcha?: FormCaptcha | undefined;
  /** The words of a recommendation another page has prepared; a draft that is kept does not take their place. */
  readonly start?: string | undefined;
  readonly onSent: (ticket: Ticket) => void;
}

/** Darker than the kit's own: its grey is too faint on our paper. */
const DESCRIPTION = { className: styles.description ?? '' };

const topics = ticketTopic.options.map((value) => ({ value, label: helpText.topics[value] }));

export const TicketForm = ({ owner, diagnostics, captcha, start = '', onSent }: TicketFormProps) => {
  const isStranger = captcha !== undefined;
  const [isSent, setSent] = useState(false);
  const fields = useForm<TicketFields>({
    defaultValues: { topic: start === '' ? 'other' : 'recommend', body: start, contact: '', captchaTxt: '', withDiagnostics: false },
  });
  const { errors } = fields.formState;
  const draft = useKeptDraft(owner, 'ticket', (body) => {
    if (fields.getValues('body') === '') fields.setValue('body', body);
  });
  const length = useWatch({ control: fields.control, name: 'body' }).trim().length;
  const sending = useMutation({
    mutationFn: ({ topic, body, contact, captchaTxt, withDiagnostics }: TicketFields) =>
      call(createTicket, {
        topic,
        body,
        contact,
        ...(withDiagnostics ? { diagnostics } : {}),
        ...(captcha === undefined ? {} : { captchaTxt, captchaKey: captcha.key ?? '' }),
      }),
    meta: { claims: ['account.captchaWrong'] },
    onSuccess: ({ ticket }) => {
      draft.drop();
      fields.reset();
      setSent(true);
      onSent(ticket);
    },
    onError: (error) => {
      if (isRefusal(error, 'account.captchaWrong')) fields.setError('captchaTxt', { message: error.message }, { shouldFocus: true });
    },
    onSettled: () => {
      captcha?.refresh();
      fields.setValue('captchaTxt', '');
    },
  });
  if (isSent) {
    return (
      <div className={styles.sent} role="status">
        <p className={styles.sentTitle}>{helpText.sentTitle}</p>
        {isStranger ? <p>{helpText.sentStranger}</p> : null}
        <button type="button" className={buttonClass('quiet')} onClick={() => setSent(false)}>
          {helpText.askAgain}
        </button>
      </div>
    );
  }
  return (
    <form className={styles.form} noValidate onSubmit={fields.handleSubmit((values) => sending.mutate(values))}>
      <NativeSelect className={styles.topic ?? ''} size="md" label={helpText.topic} data={topics} {...fields.register('topic')} />
      <Textarea
        size="md"
        label={helpText.body}
        placeholder={helpText.bodyPlaceholder}
        rows={6}
        maxLength={LIMITS.ticketBodyChars}
        error={errors.body?.message}
        description={helpText.bodyCount(length, LIMITS.ticketBodyChars)}
        descriptionProps={DESCRIPTION}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...fields.register('body', {
          onChange: (event: { target: { value: string } }) => draft.keep(event.target.value),
          validate: (body) => body.trim().length >= LIMITS.ticketBodyCharsMin || helpText.bodyTooShort(LIMITS.ticketBodyCharsMin),
        })}
      />
      <TextInput
        className={styles.contact ?? ''}
        size="md"
        label={helpText.contactField}
        description={isStranger ? helpText.contactStranger : helpText.contactOptional}
        descriptionProps={DESCRIPTION}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        placeholder={helpText.contactPlaceholder}
        maxLength={100}
        error={errors.contact?.message}
        {...fields.register('contact', { validate: (contact) => !isStranger || contact.trim() !== '' || helpText.contactNeeded })}
      />
      {captcha?.render(
        fields.register('captchaTxt', { validate: (text) => text.trim() !== '' || accountText.needCaptcha }),
        errors.captchaTxt?.message,
      )}
      <DiagnosticsField field={fields.register('withDiagnostics')} diagnostics={diagnostics} />
      <p>
        <button type="submit" className={buttonClass()} disabled={sending.isPending}>
          {sending.isPending ? helpText.submitting : helpText.submit}
        </button>
      </p>
    </form>
  );
};
