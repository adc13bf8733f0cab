/** The form of an application: what a teacher or a would-be author says. Reasons of a rejection stand at their fields until those change. */
import {
  type AuthorStanding,
  isSameName,
  LIMITS,
  type ProofFile,
  submitAuthentication,
  submitAuthorApplication,
  type TeacherStanding,
} from '@shufang/contract';
import { buttonClass, TextAreaField, TextField } from '@shufang/ui';
import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { call } from '../../platform/api/client.ts';
import { applicationText as text } from '../../platform/messages/zh-cn/application.ts';
import { useTyped } from '../../platform/storage/use-typed.ts';
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

const wordsOf = (value: unknown): string => (Array.isArray(value) ? value.join('、') : typeof value === 'string' ? value : '');

interface ApplicationFormProps {
  readonly kind: 'teacher' | 'author';
  readonly standing: TeacherStanding | AuthorStanding;
  readonly submitLabel: string;
  readonly onSent: () => void;
  readonly onCancel?: (() => void) | undefined;
}

export const ApplicationForm = ({ kind, standing, submitLabel, onSent, onCancel }: ApplicationFormProps) => {
  const names = kind === 'teacher' ? TEACHER_FIELDS : AUTHOR_FIELDS;
  const typed = useTyped<string>(
    `application:${kind}`,
    Object.fromEntries(
      names.map((name) => [
        name,
        // Nothing was sent yet: the school that vouches is most likely the one that is meant.
        standing.form === undefined && name === 'institution'
          ? (standing.vouchers[0]?.institution ?? '')
          : wordsOf((standing.form as Record<string, unknown> | undefined)?.[name]),
      ]),
    ),
  );
  const [proofs, setProofs] = useState<readonly ProofFile[]>(standing.proofs);
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>(standing.fieldReasons);
  const valueOf = (name: string): string => typed.values[name] ?? '';
  const isVouchedFor = standing.vouchers.some(({ institution }) => isSameName(institution, valueOf('institution')));
  const clearFault = (name: string): void =>
    setFaults((before) => Object.fromEntries(Object.entries(before).filter(([one]) => one !== name)));

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
      typed.drop();
      onSent();
    },
  });

  const labelOf = (name: TextName): string => (kind === 'author' && name === 'institution' ? text.authorInstitution : text.fields[name]);
  const faultOf = (name: TextName): string | undefined => {
    if (valueOf(name).trim() === '') return text.need(labelOf(name));
    return name === 'about' && valueOf(name).trim().length < ABOUT_MIN ? text.aboutTooShort : undefined;
  };
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const found = Object.fromEntries(
      names.flatMap((name) => {
        const fault = faultOf(name);
        return fault === undefined ? [] : [[name, fault]];
      }),
    );
    if (kind === 'teacher' && proofs.length === 0 && !isVouchedFor) found['proofs'] = text.needProof;
    const form = event.currentTarget;
    flushSync(() => setFaults(found));
    if (Object.keys(found).length > 0) form.querySelector<HTMLElement>('[aria-invalid="true"], [data-fault="true"]')?.focus();
    else if (!sending.isPending) sending.mutate();
  };
  return (
    <form className={styles.form} noValidate onSubmit={handleSubmit}>
      {standing.vouchers.length === 0 ? null : (
        <ul className={styles.vouchers}>
          {standing.vouchers.map((voucher) => (
            <li key={voucher.institution}>{text.vouched(voucher)}</li>
          ))}
        </ul>
      )}
      <div className={styles.fields}>
        {names.map((name) => {
          const field = {
            label: labelOf(name),
            value: valueOf(name),
            fault: faults[name],
            maxLength: MAX[name],
            onChange: (value: string): void => {
              typed.type(name, value);
              clearFault(name);
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
        fault={faults['proofs']}
        onChange={(change) => {
          setProofs(change);
          clearFault('proofs');
        }}
      />
      <div className={styles.actions}>
        <button type="submit" className={buttonClass()} aria-disabled={sending.isPending}>
          {submitLabel}
        </button>
        {onCancel === undefined ? null : (
          <button type="button" className={buttonClass('quiet')} onClick={onCancel}>
            {text.keep}
          </button>
        )}
      </div>
    </form>
  );
};
