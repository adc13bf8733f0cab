/**
 * Admin list of institutions, with their sign-in settings and members; used by operators of the platform and by administrators of an
 * institution.
 */
import { type AdminInstitution, hasProviderSettings } from '@shufang/contract';
import { buttonClass, type RecordColumn, RecordList, RecordTable, StateBadge, Text, TextField } from '@shufang/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { adminInstitutionsText as text } from '../../../platform/messages/zh-cn/admin-institutions.ts';
import { recordsText } from '../../../platform/messages/zh-cn/records.ts';
import { useRecordPages } from '../../../platform/records/use-record-pages.ts';
import { useUrlFilters } from '../../../platform/records/use-url-filters.ts';
import { InstitutionDialog } from './institution-dialog.tsx';
import { MembersDialog } from './members-dialog.tsx';
import { adminInstitutionsQuery } from './queries.ts';

interface AdminInstitutionsProps {
  readonly mayManage: boolean;
  readonly mayManageMembers: boolean;
}

const SignIn = ({ institution }: { institution: AdminInstitution }) => {
  const { protocol, ready } = institution;
  const isEmpty = protocol !== 'none' && !hasProviderSettings(protocol, institution);
  return (
    <span>
      {text.protocols[protocol]}
      {protocol === 'none' ? null : (
        <Text block size={13} tone="faint" weight={400} breakWords>
          <StateBadge tone={ready ? 'good' : 'wait'}>{ready ? (isEmpty ? text.played : text.ready) : text.notReady}</StateBadge>
        </Text>
      )}
    </span>
  );
};

const columns: readonly RecordColumn<AdminInstitution>[] = [
  {
    name: text.name,
    kind: 'head',
    render: ({ name, domain, mailDomains }) => (
      <>
        {name}
        {domain === '' ? null : (
          <Text block size={13} tone="faint" weight={400} breakWords>
            {domain}
          </Text>
        )}
        {mailDomains.length === 0 ? null : (
          <Text block size={13} tone="faint" weight={400} breakWords>
            {text.mailDomainsOf(mailDomains)}
          </Text>
        )}
      </>
    ),
  },
  { name: text.protocol, render: (institution) => <SignIn institution={institution} /> },
  { name: text.members, render: ({ members }) => (members === undefined ? text.notShown : text.membersCount(members)) },
  { name: text.linked, render: ({ linked }) => (linked === undefined ? text.notShown : text.membersCount(linked)) },
  { name: text.licenses, render: (institution) => text.licensesCount(institution.licenses) },
];

export const AdminInstitutions = ({ mayManage, mayManageMembers }: AdminInstitutionsProps) => {
  const { valueOf, change } = useUrlFilters();
  const [edited, setEdited] = useState<AdminInstitution | 'new'>();
  const [listed, setListed] = useState<AdminInstitution>();
  const query = useInfiniteQuery(adminInstitutionsQuery(valueOf('q').trim().slice(0, 60)));
  const pages = useRecordPages(query, recordsText.failed(text.what));
  const platform = query.data?.pages[0]?.platform;
  const actions: RecordColumn<AdminInstitution> = {
    name: recordsText.actions,
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
