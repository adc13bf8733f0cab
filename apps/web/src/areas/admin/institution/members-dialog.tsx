/** Dialog that lists the members of an institution, imports members from a file, and removes members. */
import {
  type AdminInstitution,
  type InstitutionMember,
  importInstitutionMembers,
  LIMITS,
  removeInstitutionMembers,
} from '@shufang/contract';
import { buttonClass, CheckboxOption, Cluster, Column, FileButton, ModalDialog, Text, TextField } from '@shufang/ui';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useId, useState } from 'react';
import { base64Of } from '../../../platform/api/base64-of.ts';
import { call } from '../../../platform/api/client.ts';
import { chineseDates } from '../../../platform/chinese-dates.ts';
import { broadcast } from '../../../platform/events/broadcasts.ts';
import { adminInstitutionsText as text } from '../../../platform/messages/zh-cn/admin-institutions.ts';
import styles from './admin-institutions.module.css';
import { membersQuery } from './queries.ts';

const day = chineseDates({ dateStyle: 'medium' });

export const MemberImport = ({ institutionId }: { institutionId: string }) => {
  const queryClient = useQueryClient();
  const id = useId();
  const [replace, setReplace] = useState(false);
  const importing = useMutation({
    mutationFn: async (file: File) => call(importInstitutionMembers, { institutionId, file: await base64Of(file), replace }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['institution'] }),
  });
  const handleFile = (file: File): void => {
    // The limit applies to the Base64 text that is sent, which has four characters for every three bytes of the file.
    if (file.size * 4 > LIMITS.rosterFileChars * 3) broadcast('toast', { kind: 'error', text: text.tooLarge });
    else importing.mutate(file);
  };
  const rowErrors = importing.data?.errors ?? [];
  return (
    <Column gap={20}>
      <p>
        <FileButton
          label={text.import}
          accept=".xlsx,.csv"
          isBusy={importing.isPending}
          aria-describedby={`${id}-hint`}
          onFiles={(files) => files.slice(0, 1).forEach(handleFile)}
        >
          {text.import}
        </FileButton>
      </p>
      <Text id={`${id}-hint`} as="p" block size={13} tone="faint" weight={400} breakWords>
        {text.importHint}
      </Text>
      <CheckboxOption look="small" className={styles.check} checked={replace} onChange={setReplace}>
        {text.replace}
      </CheckboxOption>
      {rowErrors.length === 0 ? null : (
        <div role="alert">
          <p>{text.errors}</p>
          <ul className={styles.errors}>
            {rowErrors.map(({ line, reason }) => (
              <li key={line}>{text.rowError(line, reason)}</li>
            ))}
          </ul>
        </div>
      )}
    </Column>
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

export const MemberList = ({ institutionId }: { institutionId: string }) => {
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
    <Column gap={20}>
      <TextField label={text.findMember} type="search" maxLength={60} value={typed} onChange={setTyped} />
      <Text as="p" block size={13} tone="faint" weight={400} breakWords role="status">
        {items.length === 0 ? (q === '' ? text.listNone : text.listNoneFound) : text.listTotal(data.pages[0]?.total ?? 0)}
      </Text>
      <ul className={styles.members}>
        {items.map((member) => (
          <li key={member.id}>
            <Text minWidth={0}>
              {nameOf(member)}
              <Text block size={13} tone="faint" weight={400} breakWords>
                {factsOf(member)}
              </Text>
            </Text>
            <button
              type="button"
              className={buttonClass('quietDanger')}
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
    </Column>
  );
};

export const MembersDialog = ({ institution: { id, name }, onClose }: { institution: AdminInstitution; onClose: () => void }) => (
  <ModalDialog title={text.listOf(name)} onClose={onClose}>
    <Column gap={20}>
      <Text as="p" block size={13} tone="faint" weight={400} breakWords>
        {text.listLead}
      </Text>
      <MemberImport institutionId={id} />
      <MemberList institutionId={id} />
      <Cluster gap={12} justify="end" marginTop={8}>
        <button type="button" className={buttonClass('quiet')} onClick={onClose}>
          {text.close}
        </button>
      </Cluster>
    </Column>
  </ModalDialog>
);
