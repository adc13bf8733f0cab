/** Institutions for those who sell to them, and for their own administrators: how their people sign in, and their lists. */
import type { DeskInstitution } from '@shufang/contract';
import { buttonClass, type RecordColumn, RecordList, RecordTable, StateBadge, TextField } from '@shufang/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { deskText } from '../../platform/messages/zh-cn/desk.ts';
import { deskInstitutionsText as text } from '../../platform/messages/zh-cn/desk-institutions.ts';
import { useAddressFilters } from '../../platform/records/use-address-filters.ts';
import { useRecordPages } from '../../platform/records/use-record-pages.ts';
import styles from './desk-institutions.module.css';
import { InstitutionDialog } from './institution-dialog.tsx';
import { MembersDialog } from './members-dialog.tsx';
import { institutionsDeskQuery } from './queries.ts';

interface DeskInstitutionsProps {
  readonly mayManage: boolean;
  readonly mayManageMembers: boolean;
}

const SignIn = ({ institution: { protocol, ready, entityId, issuer } }: { institution: DeskInstitution }) => {
  const isEmpty = protocol === 'carsi' ? entityId === '' : issuer === '';
  return (
    <span>
      {text.protocols[protocol]}
      {protocol === 'none' ? null : (
        <span className={styles.small}>
          <StateBadge tone={ready ? 'good' : 'wait'}>{ready ? (isEmpty ? text.played : text.ready) : text.notReady}</StateBadge>
        </span>
      )}
    </span>
  );
};

const columns: readonly RecordColumn<DeskInstitution>[] = [
  {
    name: text.name,
    kind: 'head',
    render: ({ name, domain, mailDomains }) => (
      <>
        {name}
        {domain === '' ? null : <span className={styles.small}>{domain}</span>}
        {mailDomains.length === 0 ? null : <span className={styles.small}>{text.mailDomainsOf(mailDomains)}</span>}
      </>
    ),
  },
  { name: text.protocol, render: (institution) => <SignIn institution={institution} /> },
  { name: text.members, render: ({ members }) => (members === undefined ? text.notShown : text.membersCount(members)) },
  { name: text.linked, render: ({ linked }) => (linked === undefined ? text.notShown : text.membersCount(linked)) },
  { name: text.licences, render: ({ licences }) => text.licencesCount(licences) },
];

export const DeskInstitutions = ({ mayManage, mayManageMembers }: DeskInstitutionsProps) => {
  const { valueOf, change } = useAddressFilters();
  const [edited, setEdited] = useState<DeskInstitution | 'new'>();
  const [listed, setListed] = useState<DeskInstitution>();
  const query = useInfiniteQuery(institutionsDeskQuery(valueOf('q').trim().slice(0, 60)));
  const pages = useRecordPages(query, deskText.failed(text.what));
  const platform = query.data?.pages[0]?.platform;
  const actions: RecordColumn<DeskInstitution> = {
    name: deskText.actions,
    kind: 'actions',
    render: (institution) => (
      <>
        {mayManageMembers && institution.members !== undefined ? (
          <button
            type="button"
            className={buttonClass('quiet')}
            aria-label={text.listOf(institution.name)}
            onClick={() => setListed(institution)}
          >
            {text.members}
          </button>
        ) : null}
        {mayManage ? (
          <button
            type="button"
            className={buttonClass('quiet')}
            aria-label={text.editOf(institution.name)}
            onClick={() => setEdited(institution)}
          >
            {text.edit}
          </button>
        ) : null}
      </>
    ),
  };
  return (
    <>
      <RecordList
        pages={pages}
        filters={{
          label: text.filters,
          fields: (
            <TextField label={text.search} type="search" maxLength={60} value={valueOf('q')} onChange={(value) => change('q', value)} />
          ),
        }}
        create={mayManage ? { label: text.create, onCreate: () => setEdited('new') } : undefined}
        empty={{ title: text.none, children: <p>{text.noneHint}</p> }}
      >
        {(institutions) => (
          <RecordTable
            caption={text.what}
            columns={mayManage || mayManageMembers ? [...columns, actions] : columns}
            rows={institutions}
            keyOf={({ id }) => id}
          />
        )}
      </RecordList>
      {edited === undefined || platform === undefined ? null : (
        <InstitutionDialog institution={edited === 'new' ? undefined : edited} platform={platform} onClose={() => setEdited(undefined)} />
      )}
      {listed === undefined ? null : <MembersDialog institution={listed} onClose={() => setListed(undefined)} />}
    </>
  );
};
