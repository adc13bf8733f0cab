/** Form that creates a help ticket. Anonymous users solve a captcha and enter a contact for the reply. */
import { createTicket, LIMITS, type Ticket, type TicketDiagnostics, ticketTopic } from '@shufang/contract';
import { buttonClass, Column, SelectField, Text, TextAreaField, TextField } from '@shufang/ui';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { z } from 'zod';
import { call } from '../../platform/api/client.ts';
import { showRefusal } from '../../platform/forms/show-refusal.ts';
import { type RegisteredField, useForm } from '../../platform/forms/use-form.ts';
import { accountText } from '../../platform/messages/zh-cn/account.ts';
import { helpText } from '../../platform/messages/zh-cn/help.ts';
import { useStoredDraft } from '../../platform/storage/use-stored-draft.ts';
import { DiagnosticsField } from './diagnostics-field.tsx';
import styles from './help.module.css';

/** Schema of the form. Anonymous users must give a contact and solve the captcha. */
const ticketFields = (isAnonymous: boolean) =>
  z.object({
    topic: ticketTopic,
    body: z.string().refine((body) => body.trim().length >= LIMITS.ticketBodyCharsMin, helpText.bodyTooShort(LIMITS.ticketBodyCharsMin)),
    contact: z.string().refine((contact) => !isAnonymous || contact.trim() !== '', helpText.contactNeeded),
    captchaTxt: z.string().refine((typed) => !isAnonymous || typed.trim() !== '', accountText.needCaptcha),
    withDiagnostics: z.boolean(),
  });

type TicketFields = z.output<ReturnType<typeof ticketFields>>;

/** The captcha that the form shows to anonymous users. */
export interface FormCaptcha {
  readonly key: string | undefined;
  readonly refresh: () => void;
  readonly render: (field: RegisteredField, error: string | undefined) => ReactNode;
}

interface TicketFormProps {
  /** Id of the user to whom the stored draft belongs. */
  readonly owner: string;
  readonly diagnostics: TicketDiagnostics;
  /** Captcha of an anonymous user; absent for signed-in users. */
  readonly captcha?: FormCaptcha | undefined;
  /** Prefilled text of a recommendation from another page; it takes precedence over a stored draft. */
  readonly start?: string | undefined;
  readonly onSent: (ticket: Ticket) => void;
}

const topics = ticketTopic.options.map((value) => ({ value, label: helpText.topics[value] }));

export const TicketForm = ({ owner, diagnostics, captcha, start = '', onSent }: TicketFormProps) => {
  const isAnonymous = captcha !== undefined;
  const [isSent, setSent] = useState(false);
  const fields = useForm({
    initial: (): TicketFields => ({
      topic: start === '' ? 'other' : 'recommend',
      body: start,
      contact: '',
      captchaTxt: '',
      withDiagnostics: false,
    }),
    schema: ticketFields(isAnonymous),
  });
  const { errors, values } = fields;
  const draft = useStoredDraft(owner, 'ticket', (body) => {
    if (fields.getValues().body === '') fields.setValue('body', body);
  });
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
    onError: (error) => showRefusal(fields, 'captchaTxt', error, ['account.captchaWrong']),
    onSettled: () => {
      captcha?.refresh();
      fields.setValue('captchaTxt', '');
    },
  });
  if (isSent) {
    return (
      <Column gap={12} align="start" role="status">
        <Text as="p" size={18} weight={700} serif>
          {helpText.sentTitle}
        </Text>
        {isAnonymous ? <p>{helpText.sentAnonymously}</p> : null}
        <button type="button" className={buttonClass('quiet')} onClick={() => setSent(false)}>
          {helpText.askAgain}
        </button>
      </Column>
    );
  }
  const body = fields.register('body');
  return (
    <Column as="form" gap={20} className={styles.form} noValidate onSubmit={fields.handleSubmit((values) => sending.mutate(values))}>
      <SelectField variant="prominent" className={styles.topic} label={helpText.topic} options={topics} {...fields.register('topic')} />
      <TextAreaField
        variant="prominent"
        label={helpText.body}
        placeholder={helpText.bodyPlaceholder}
        rows={6}
        maxLength={LIMITS.ticketBodyChars}
        error={errors.body?.message}
        hint={helpText.bodyCount(values.body.trim().length, LIMITS.ticketBodyChars)}
        {...body}
        onChange={(text) => {
          body.onChange(text);
          draft.save(text);
        }}
      />
      <TextField
        variant="prominent"
        className={styles.contact}
        label={helpText.contactField}
        hint={isAnonymous ? helpText.contactAnonymous : helpText.contactOptional}
        placeholder={helpText.contactPlaceholder}
        maxLength={100}
        error={errors.contact?.message}
        {...fields.register('contact')}
      />
      {captcha?.render(fields.register('captchaTxt'), errors.captchaTxt?.message)}
      <DiagnosticsField
        checked={values.withDiagnostics}
        onChange={(checked) => fields.setValue('withDiagnostics', checked)}
        diagnostics={diagnostics}
      />
      <p>
        <button type="submit" className={buttonClass()} disabled={sending.isPending}>
          {sending.isPending ? helpText.submitting : helpText.submit}
        </button>
      </p>
    </Column>
  );
};
