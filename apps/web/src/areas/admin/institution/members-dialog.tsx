/** The members of an institution: their list, in which they can be removed, and the dialog with list and import. */
import { type AdminInstitution, type InstitutionMember, removeInstitutionMembers } from '@shufang/contract';
import { buttonClass, Cluster, Column, ModalDialog, Text, TextField } from '@shufang/ui';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { call } from '../../../platform/api/client.ts';
import { chineseDates } from '../../../platform/chinese-dates.ts';
import { adminInstitutionsText as text } from '../../../platform/messages/zh-cn/admin-institutions.ts';
import styles from './admin-institutions.module.css';
import { MemberImport } from './member-import.tsx';
import { membersQuery } from './queries.ts';

const day = chineseDates({ dateStyle: 'medium' });

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
