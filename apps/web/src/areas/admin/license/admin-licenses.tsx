/** Admin list of institution licenses: search, create, suspend and resume. */
import { type AdminLicense, LIMITS, licenseState, setLicenseStatus } from '@shufang/contract';
import { buttonClass, ConfirmDialog, type RecordColumn, RecordList, RecordTable, StateBadge, Text, TextField } from '@shufang/ui';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../platform/api/client.ts';
import { chineseDates } from '../../../platform/chinese-dates.ts';
import { adminText } from '../../../platform/messages/zh-cn/admin.ts';
import { licensesText as text } from '../../../platform/messages/zh-cn/licenses.ts';
import { recordsText } from '../../../platform/messages/zh-cn/records.ts';
import { ChoiceField } from '../../../platform/records/choice-field.tsx';
import { ReasonDialogWithDraft } from '../../../platform/records/reason-dialog-with-draft.tsx';
import { useRecordPages } from '../../../platform/records/use-record-pages.ts';
import { useUrlFilters } from '../../../platform/records/use-url-filters.ts';
import { CapacityButton } from './license-capacity-dialog.tsx';
import { type BookPicker, LicenseDialog } from './license-dialog.tsx';
import { LICENSE_TONES } from './license-tones.ts';
import styles from './licenses.module.css';
import { licensesQuery } from './queries.ts';

const day = chineseDates({ dateStyle: 'medium' });
const DAY_MS = 86_400_000;
const NETWORKS_SHOWN = 2;

const Status = ({ license }: { license: AdminLicense }) => {
  const queryClient = useQueryClient();
  const [asks, setAsks] = useState(false);
  const isStopped = license.status !== 'active';
  const isDraft = license.status === 'draft';
  const changing = useMutation({
    mutationFn: (reason: string) => call(setLicenseStatus, { licenseId: license.id, status: isStopped ? 'active' : 'suspended', reason }),
    onSuccess: () => setAsks(false),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['license', 'licenses'] }),
  });
  if (license.state === 'expired') return null;
  const title = isDraft
    ? text.activateOf(license.institution)
    : isStopped
      ? text.resumeOf(license.institution)
      : text.suspendOf(license.institution);
  const goLabel = isDraft ? text.activate : text.resume;
  return (
    <>
      <button type="button" className={buttonClass('quiet')} aria-label={title} onClick={() => setAsks(true)}>
        {isStopped ? goLabel : text.suspend}
      </button>
      {asks && isStopped ? (
        <ConfirmDialog
          title={title}
          confirmLabel={goLabel}
          cancelLabel={adminText.cancel}
          isBusy={changing.isPending}
          onConfirm={() => changing.mutate('')}
          onClose={() => setAsks(false)}
        >
          <p>{isDraft ? text.activateLead : text.resumeLead}</p>
        </ConfirmDialog>
      ) : null}
      {asks && !isStopped ? (
        <ReasonDialogWithDraft
          form={`suspend-license:${license.id}`}
          title={title}
          lead={text.suspendLead}
          label={adminText.reason}
          hint={adminText.reasonHint}
          needText={adminText.reasonNeeded}
          maxLength={LIMITS.operatorReasonChars}
          confirmLabel={text.suspend}
          isDestructive
          cancelLabel={adminText.cancel}
          isBusy={changing.isPending}
          onConfirm={(reason) => changing.mutateAsync(reason)}
          onClose={() => setAsks(false)}
        />
      ) : null}
    </>
  );
};

const booksOf = ({ scope, titles, bookIds }: AdminLicense): string =>
  scope === 'all' ? text.allBooks : text.someBooks(titles.join('、'), bookIds.length > titles.length ? bookIds.length : 0);

const columns: readonly RecordColumn<AdminLicense>[] = [
  {
    name: text.institution,
    kind: 'head',
    render: (license) => (
      <>
        {license.institution}
        <Text block size={13} tone="faint" weight={400}>
          {booksOf(license)}
        </Text>
        {license.contractNo === '' ? null : (
          <Text block size={13} tone="faint" weight={400}>{`${text.contract} ${license.contractNo}`}</Text>
        )}
      </>
    ),
  },
  {
    name: recordsText.state,
    render: ({ state, endsAt }) => (
      <span>
        <StateBadge tone={LICENSE_TONES[state]}>{text.states[state]}</StateBadge>
        {state === 'expiring' ? (
          <Text block size={13} tone="faint" weight={400}>
            {text.daysLeft(Math.ceil((endsAt - Date.now()) / DAY_MS))}
          </Text>
        ) : null}
      </span>
    ),
  },
  {
    name: text.modesLabel,
    render: ({ modes, networks }) => (
      <ul className={styles.networks}>
        <li>{modes.map((mode) => text.modes[mode]).join('、')}</li>
        {networks.slice(0, NETWORKS_SHOWN).map((network) => (
          <li key={network}>{network}</li>
        ))}
        {networks.length > NETWORKS_SHOWN ? (
          <li>
            <details className={styles.more}>
              <summary>{text.networksMore(networks.length)}</summary>
              <ul>
                {networks.slice(NETWORKS_SHOWN).map((network) => (
                  <li key={network}>{network}</li>
                ))}
              </ul>
            </details>
          </li>
        ) : null}
      </ul>
    ),
  },
  {
    name: text.term,
    // The end of the license is exclusive, so the day shown as the last one is the day before.
    render: ({ startsAt, endsAt }) => (
      <span className={styles.term}>
        <span>{day.format(startsAt)}</span> <span>{text.until(day.format(endsAt - 1))}</span>
      </span>
    ),
  },
  {
    name: text.capacity,
    render: ({ seats, seatsTaken = 0, concurrent, reading = 0 }) => (
      <span className={styles.term}>
        {seats === undefined ? null : <span>{text.seatsUse(seatsTaken, seats)}</span>}{' '}
        {concurrent === undefined ? null : <span>{text.readingUse(reading, concurrent)}</span>}
        {seats === undefined && concurrent === undefined ? <span>{text.noLimit}</span> : null}
      </span>
    ),
  },
];
/** Table column with the actions on a license, for operators who may manage licenses; others see the list only. */
const actions: RecordColumn<AdminLicense> = {
  name: recordsText.actions,
  kind: 'actions',
  render: (license) => (
    <>
      <CapacityButton license={license} />
      <Status license={license} />
    </>
  ),
};

interface AdminLicensesProps {
  readonly mayManage: boolean;
  readonly bookPicker: BookPicker;
}

export const AdminLicenses = ({ mayManage, bookPicker }: AdminLicensesProps) => {
  const { valueOf, change } = useUrlFilters();
  const [isCreating, setCreating] = useState(false);
  const state = licenseState.safeParse(valueOf('state')).data;
  const query = useInfiniteQuery(licensesQuery(state, valueOf('q').trim().slice(0, 60)));
  const pages = useRecordPages(query, recordsText.failed(text.what));
  const counts = query.data?.pages[0]?.counts;
  return (
    <>
      <RecordList
        pages={pages}
        filters={{
          label: text.filters,
          fields: (
            <>
              <TextField label={text.search} type="search" maxLength={60} value={valueOf('q')} onChange={(value) => change('q', value)} />
              <ChoiceField
                name="state"
                label={recordsText.state}
                choices={licenseState.options}
                labels={text.states}
                value={state}
                counts={counts}
                change={change}
              />
            </>
          ),
        }}
        create={mayManage ? { label: text.create, onCreate: () => setCreating(true) } : undefined}
        empty={{ title: text.none, children: <p>{text.noneHint}</p> }}
      >
        {(licenses) => (
          <RecordTable caption={text.what} columns={mayManage ? [...columns, actions] : columns} rows={licenses} keyOf={({ id }) => id} />
        )}
      </RecordList>
      {isCreating ? <LicenseDialog bookPicker={bookPicker} onClose={() => setCreating(false)} /> : null}
    </>
  );
};
