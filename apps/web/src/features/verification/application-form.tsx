/**
 * The form of a teacher's or author's application. After a rejection, the reason for each field is shown at the field until its value
 * changes.
 */
import {
  type AuthorApplicationStatus,
  isSameName,
  LIMITS,
  proofFile,
  submitAuthentication,
  submitAuthorApplication,
  type TeacherApplicationStatus,
} from '@shufang/contract';
import { buttonClass, Cluster, Stack, TextAreaField, TextField } from '@shufang/ui';
import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { z } from 'zod';
import { call } from '../../platform/api/client.ts';
import { useForm } from '../../platform/forms/use-form.ts';
import { applicationText as text } from '../../platform/messages/zh-cn/application.ts';
import styles from './application.module.css';
import { ProofsField } from './proofs-field.tsx';

type TextName = 'realName' | 'institution' | 'department' | 'title' | 'subjects' | 'bookTitle' | 'about';

type Kind = 'teacher' | 'author';

const FIELDS: Readonly<Record<Kind, readonly TextName[]>> = {
  teacher: ['realName', 'institution', 'department', 'title', 'subjects'],
  author: ['realName', 'institution', 'title', 'bookTitle', 'about'],
};
const MAX: Readonly<Record<TextName, number>> = {
  realName: 30,
  institution: 60,
  department: 60,
  title: 30,
  subjects: 200,
  bookTitle: 60,
  about: 1_000,
};
const ABOUT_MIN = 20;

const subjectsOf = (value: string): string[] =>
  value
    .split(/[、,，;；]/)
    .map((one) => one.trim())
    .filter((one) => one !== '');

const textOf = (value: unknown): string => (Array.isArray(value) ? value.join('、') : typeof value === 'string' ? value : '');

const labelOf = (kind: Kind, name: TextName): string =>
  kind === 'author' && name === 'institution' ? text.authorInstitution : text.fields[name];

/** Schema of the form. `isVouchedFor` returns whether an institution confirms the user's affiliation, so that no proof is required. */
const applicationFields = (kind: Kind, isVouchedFor: (institution: string) => boolean) => {
  const always = (): boolean => true;
  const line = (name: TextName) =>
    z.string().refine((typed) => !FIELDS[kind].includes(name) || typed.trim() !== '', text.need(labelOf(kind, name)));
  return z
    .object({
      realName: line('realName'),
      institution: line('institution'),
      department: line('department'),
      title: line('title'),
      subjects: line('subjects'),
      bookTitle: line('bookTitle'),
      about: line('about').refine((typed) => kind === 'teacher' || typed.trim().length >= ABOUT_MIN, text.aboutTooShort),
      proofs: z.array(proofFile),
      isUploading: z.boolean(),
    })
    .refine(({ isUploading }) => !isUploading, { path: ['proofs'], error: text.stillUploading, when: always })
    .refine(({ institution, proofs }) => kind === 'author' || proofs.length > 0 || isVouchedFor(institution), {
      path: ['proofs'],
      error: text.needProof,
      when: always,
    });
};
type Application = z.output<ReturnType<typeof applicationFields>>;

interface ApplicationFormProps {
  readonly kind: Kind;
  readonly status: TeacherApplicationStatus | AuthorApplicationStatus;
  readonly submitLabel: string;
  readonly onSent: () => void;
  readonly onCancel?: (() => void) | undefined;
}

export const ApplicationForm = ({ kind, status, submitLabel, onSent, onCancel }: ApplicationFormProps) => {
  const names = FIELDS[kind];
  const isVouchedFor = (institution: string): boolean => status.vouchers.some((voucher) => isSameName(voucher.institution, institution));
  const initialText = (name: TextName): string =>
    // If nothing was submitted yet, the field contains the school that asserts the user's affiliation.
    status.form === undefined && name === 'institution'
      ? (status.vouchers[0]?.institution ?? '')
      : textOf((status.form as Record<string, unknown> | undefined)?.[name]);
  const form = useForm({
    draft: `application:${kind}`,
    initial: (): Application => ({
      realName: initialText('realName'),
      institution: initialText('institution'),
      department: initialText('department'),
      title: initialText('title'),
      subjects: initialText('subjects'),
      bookTitle: initialText('bookTitle'),
      about: initialText('about'),
      proofs: status.proofs,
      isUploading: false,
    }),
    schema: applicationFields(kind, isVouchedFor),
  });
  const [proofs, upload] = [form.register('proofs'), form.register('isUploading', ['proofs'])];
  /** The editor's reasons for the rejection, by field, until the field changes or the form is submitted. */
  const [reasons, setReasons] = useState<Readonly<Record<string, string>>>(status.fieldReasons);
  const errorOf = (name: TextName | 'proofs'): string | undefined => form.errors[name]?.message ?? reasons[name];
  const removeReason = (name: string): void =>
    setReasons((before) => Object.fromEntries(Object.entries(before).filter(([one]) => one !== name)));

  const sending = useMutation({
    mutationFn: async ({ realName, institution, title, ...application }: Application): Promise<void> => {
      const fileIds = application.proofs.map(({ id }) => id);
      if (kind === 'teacher') {
        const { department, subjects } = application;
        await call(submitAuthentication, { realName, institution, title, department, subjects: subjectsOf(subjects), fileIds });
      } else {
        const { bookTitle, about } = application;
        await call(submitAuthorApplication, { realName, institution, title, bookTitle, about, fileIds });
      }
    },
    onSuccess: () => {
      form.dropDraft();
      onSent();
    },
  });
  const submit = form.handleSubmit((application) => {
    if (!sending.isPending) sending.mutate(application);
  });
  const handleSubmit = (event: SubmitEvent): void => {
    setReasons({});
    submit(event);
  };
  return (
    <Stack as="form" gap={24} marginTop={24} className={styles.form} noValidate onSubmit={handleSubmit}>
      {status.vouchers.length === 0 ? null : (
        <Stack as="ul" gap={8} size={14} className={styles.vouchers}>
          {status.vouchers.map((voucher) => (
            <li key={voucher.institution}>{text.vouched(voucher)}</li>
          ))}
        </Stack>
      )}
      <div className={styles.fields}>
        {names.map((name) => {
          const registered = form.register(name, name === 'institution' ? ['proofs'] : []);
          const field = {
            ...registered,
            label: labelOf(kind, name),
            error: errorOf(name),
            maxLength: MAX[name],
            onChange: (value: string): void => {
              registered.onChange(value);
              removeReason(name);
            },
          };
          if (name === 'about') {
            return (
              <div key={name} className={styles.wide}>
                <TextAreaField {...field} rows={6} hint={text.aboutHint} />
              </div>
            );
          }
          return <TextField key={name} {...field} hint={name === 'subjects' ? text.subjectsHint : undefined} />;
        })}
      </div>
      <ProofsField
        proofs={proofs.value}
        buttonRef={proofs.ref}
        hint={
          isVouchedFor(form.values.institution)
            ? text.proofsNotNeeded
            : kind === 'teacher'
              ? text.proofsHint(LIMITS.applicationProofsMax)
              : text.authorProofsHint(LIMITS.applicationProofsMax)
        }
        errorText={errorOf('proofs')}
        onUploading={upload.onChange}
        onChange={(change) => {
          proofs.onChange([...change(form.getValues().proofs)]);
          removeReason('proofs');
        }}
      />
      <Cluster gap={12} className={styles.actions}>
        <button type="submit" className={buttonClass()} aria-disabled={sending.isPending}>
          {submitLabel}
        </button>
        {onCancel === undefined ? null : (
          <button type="button" className={buttonClass('quiet')} onClick={onCancel}>
            {text.keep}
          </button>
        )}
      </Cluster>
    </Stack>
  );
};
