/**
 * The form of a teacher's or author's application. After a rejection, the reason for each field is shown at the field until its value
 * changes.
 */
import {
  type AuthorApplicationStatus,
  isSameName,
  LIMITS,
  type ProofFile,
  submitAuthentication,
  submitAuthorApplication,
  type TeacherApplicationStatus,
} from '@shufang/contract';
import { buttonClass, Cluster, Stack, TextAreaField, TextField } from '@shufang/ui';
import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { call } from '../../platform/api/client.ts';
import { useForm } from '../../platform/forms/use-form.ts';
import { applicationText as text } from '../../platform/messages/zh-cn/application.ts';
import styles from './application.module.css';
import { ProofsField } from './proofs-field.tsx';

type TextName = 'realName' | 'institution' | 'department' | 'title' | 'subjects' | 'bookTitle' | 'about';

const TEACHER_FIELDS: readonly TextName[] = ['realName', 'institution', 'department', 'title', 'subjects'];
const AUTHOR_FIELDS: readonly TextName[] = ['realName', 'institution', 'title', 'bookTitle', 'about'];
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

interface ApplicationFormProps {
  readonly kind: 'teacher' | 'author';
  readonly status: TeacherApplicationStatus | AuthorApplicationStatus;
  readonly submitLabel: string;
  readonly onSent: () => void;
  readonly onCancel?: (() => void) | undefined;
}

export const ApplicationForm = ({ kind, status, submitLabel, onSent, onCancel }: ApplicationFormProps) => {
  const names = kind === 'teacher' ? TEACHER_FIELDS : AUTHOR_FIELDS;
  const typed = useForm<Record<string, string>>({
    draft: `application:${kind}`,
    initial: Object.fromEntries(
      names.map((name) => [
        name,
        // If nothing was submitted yet, the field contains the school that asserts the user's affiliation.
        status.form === undefined && name === 'institution'
          ? (status.vouchers[0]?.institution ?? '')
          : textOf((status.form as Record<string, unknown> | undefined)?.[name]),
      ]),
    ),
  });
  const [proofs, setProofs] = useState<readonly ProofFile[]>(status.proofs);
  const [isUploading, setUploading] = useState(false);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>(status.fieldReasons);
  const valueOf = (name: string): string => typed.values[name] ?? '';
  const isVouchedFor = status.vouchers.some(({ institution }) => isSameName(institution, valueOf('institution')));
  const clearError = (name: string): void =>
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([one]) => one !== name)));

  const sending = useMutation({
    mutationFn: async (): Promise<void> => {
      const fileIds = proofs.map(({ id }) => id);
      const [realName, institution, title] = [valueOf('realName'), valueOf('institution'), valueOf('title')];
      if (kind === 'teacher') {
        await call(submitAuthentication, {
          realName,
          institution,
          title,
          department: valueOf('department'),
          subjects: subjectsOf(valueOf('subjects')),
          fileIds,
        });
      } else {
        await call(submitAuthorApplication, {
          realName,
          institution,
          title,
          bookTitle: valueOf('bookTitle'),
          about: valueOf('about'),
          fileIds,
        });
      }
    },
    onSuccess: () => {
      typed.dropDraft();
      onSent();
    },
  });

  const labelOf = (name: TextName): string => (kind === 'author' && name === 'institution' ? text.authorInstitution : text.fields[name]);
  const errorOf = (name: TextName): string | undefined => {
    if (valueOf(name).trim() === '') return text.need(labelOf(name));
    return name === 'about' && valueOf(name).trim().length < ABOUT_MIN ? text.aboutTooShort : undefined;
  };
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const found = Object.fromEntries(
      names.flatMap((name) => {
        const errorText = errorOf(name);
        return errorText === undefined ? [] : [[name, errorText]];
      }),
    );
    if (kind === 'teacher' && proofs.length === 0 && !isVouchedFor) found['proofs'] = text.needProof;
    if (isUploading) found['proofs'] = text.stillUploading;
    const form = event.currentTarget;
    flushSync(() => setErrors(found));
    if (Object.keys(found).length > 0) form.querySelector<HTMLElement>('[aria-invalid="true"], [data-fault="true"]')?.focus();
    else if (!sending.isPending) sending.mutate();
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
          const field = {
            label: labelOf(name),
            value: valueOf(name),
            error: errors[name],
            maxLength: MAX[name],
            onChange: (value: string): void => {
              typed.setValue(name, value);
              clearError(name);
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
        proofs={proofs}
        hint={
          isVouchedFor
            ? text.proofsNotNeeded
            : kind === 'teacher'
              ? text.proofsHint(LIMITS.applicationProofsMax)
              : text.authorProofsHint(LIMITS.applicationProofsMax)
        }
        errorText={errors['proofs']}
        onUploading={setUploading}
        onChange={(change) => {
          setProofs(change);
          clearError('proofs');
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
