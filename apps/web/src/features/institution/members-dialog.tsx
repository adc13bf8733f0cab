/** The list of an institution: who stands on it, a file to bring it up to date, and taking people off. */
import {
  type DeskInstitution,
  type InstitutionMember,
  importInstitutionMembers,
  LIMITS,
  removeInstitutionMembers,
} from '@shufang/contract';
import { buttonClass, ModalDialog, TextField } from '@shufang/ui';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, useDeferredValue, useId, useState } from 'react';
import { call } from '../../platform/api/client.ts';
import { chineseDates } from '../../platform/chinese-dates.ts';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { deskInstitutionsText as text } from '../../platform/messages/zh-cn/desk-institutions.ts';
import styles from './desk-institutions.module.css';
import { membersQuery } from './queries.ts';

const day = chineseDates({ dateStyle: 'medium' });

const CHUNK = 0x80_00;

const base64Of = async (file: File): Promise<string> => {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = '';
  for (let from = 0; from < bytes.length; from += CHUNK) binary += String.fromCharCode(...bytes.subarray(from, from + CHUNK));
  return btoa(binary);
};

const Import = ({ institutionId }: { institutionId: string }) => {
  const queryClient = useQueryClient();
  const id = useId();
  const [replace, setReplace] = useState(false);
  const importing = useMutation({
    mutationFn: async (file: File) => call(importInstitutionMembers, { institutionId, file: await base64Of(file), replace }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['institution'] }),
  });
  const handleFile = ({ currentTarget }: ChangeEvent<HTMLInputElement>): void => {
    const [file] = currentTarget.files ?? [];
    currentTarget.value = '';
    if (file === undefined) return;
    // Base64 has four characters for three bytes.
    if (file.size * 4 > LIMITS.rosterFileChars * 3) broadcast('toast', { kind: 'error', text: text.tooLarge });
    else importing.mutate(file);
  };
  const faults = importing.data?.faults ?? [];
  return (
    <div className={styles.form}>
      <p className={styles.file}>
        <input
          id={id}
          type="file"
          accept=".xlsx,.csv"
          disabled={importing.isPending}
          aria-describedby={`${id}-hint`}
          onChange={handleFile}
        />
        <label htmlFor={id} className={buttonClass('quiet')}>
          {text.import}
        </label>
      </p>
      <p id={`${id}-hint`} className={styles.small}>
        {text.importHint}
      </p>
      <label className={styles.check}>
        <input type="checkbox" checked={replace} onChange={({ currentTarget }) => setReplace(currentTarget.checked)} />
        {text.replace}
      </label>
      {faults.length === 0 ? null : (
        <div role="alert">
          <p>{text.faults}</p>
          <ul className={styles.faults}>
            {faults.map(({ line, reason }) => (
              <li key={line}>{text.fault(line, reason)}</li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
};

const nameOf = ({ name, studentNo, phone }: InstitutionMember): string => name || studentNo || phone;

const factsOf = ({ studentNo, phone, kind, validUntil, claimed }: InstitutionMember): string =>
  [
    studentNo,
    phone,
    text.kinds[kind],
    validUntil === undefined ? '' : `${text.validUntil} ${day.format(validUntil - 1)}`,
    claimed ? text.claimed : '',
  ]
    .filter((part) => part !== '')
    .join(' · ');

const Members = ({ institutionId }: { institutionId: string }) => {
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState('');
  const q = useDeferredValue(typed.trim());
  const { data, isPending, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    membersQuery(institutionId, q),
  );
  const removing = useMutation({
    mutationFn: (memberId: string) => call(removeInstitutionMembers, { institutionId, memberIds: [memberId] }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['institution'] }),
  });
  if (isPending) return <p role="status">{text.listLoading}</p>;
  if (isError)
    return (
      <div role="alert">
        <p>{text.listFailed}</p>
        <button type="button" className={buttonClass('quiet')} onClick={() => void refetch()}>
          {text.retry}
        </button>
      </div>
    );
  const items = data.pages.flatMap((page) => page.items);
  return (
    <div className={styles.form}>
      <TextField label={text.findMember} type="search" maxLength={60} value={typed} onChange={setTyped} />
      <p className={styles.small} role="status">
        {items.length === 0 ? (q === '' ? text.listNone : text.listNoneFound) : text.listTotal(data.pages[0]?.total ?? 0)}
      </p>
      <ul className={styles.members}>
        {items.map((member) => (
          <li key={member.id}>
            <span className={styles.who}>
              {nameOf(member)}
              <span className={styles.small}>{factsOf(member)}</span>
            </span>
            <button
              type="button"
              className={buttonClass('quiet')}
              aria-label={text.removeOf(nameOf(member))}
              disabled={removing.isPending}
              onClick={() => removing.mutate(member.id)}
            >
              {text.remove}
            </button>
          </li>
        ))}
      </ul>
      {hasNextPage ? (
        <button type="button" className={buttonClass('quiet')} disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {text.more}
        </button>
      ) : null}
    </div>
  );
};

export const MembersDialog = ({ institution: { id, name }, onClose }: { institution: DeskInstitution; onClose: () => void }) => (
  <ModalDialog title={text.listOf(name)} onClose={onClose}>
    <div className={styles.form}>
      <p className={styles.small}>{text.listLead}</p>
      <Import institutionId={id} />
      <Members institutionId={id} />
      <div className={styles.actions}>
        <button type="button" className={buttonClass('quiet')} onClick={onClose}>
          {text.close}
        </button>
      </div>
    </div>
  </ModalDialog>
);
