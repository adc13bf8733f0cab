/** Licences of institutions for those who sell them: found, recorded, stopped, taken up again. */
import { type DeskLicence, LIMITS, type LicenceState, licenceState, setLicenceStatus } from '@shufang/contract';
import { buttonClass, ConfirmDialog, type RecordColumn, RecordList, RecordTable, StateBadge, TextField } from '@shufang/ui';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../platform/api/client.ts';
import { chineseDates } from '../../platform/chinese-dates.ts';
import { deskText } from '../../platform/messages/zh-cn/desk.ts';
import { licencesText as text } from '../../platform/messages/zh-cn/licences.ts';
import { ChoiceField } from '../../platform/records/choice-field.tsx';
import { KeptReasonDialog } from '../../platform/records/kept-reason-dialog.tsx';
import { useAddressFilters } from '../../platform/records/use-address-filters.ts';
import { useRecordPages } from '../../platform/records/use-record-pages.ts';
import { LicenceDialog } from './licence-dialog.tsx';
import { PlacesButton } from './licence-places-dialog.tsx';
import styles from './licences.module.css';
import { licencesQuery } from './queries.ts';

const day = chineseDates({ dateStyle: 'medium' });
const DAY_MS = 86_400_000;
const NETWORKS_SHOWN = 2;

const TONES: Readonly<Record<LicenceState, 'plain' | 'good' | 'wait' | 'stop'>> = {
  draft: 'plain',
  active: 'good',
  expiring: 'wait',
  upcoming: 'plain',
  suspended: 'stop',
  expired: 'plain',
};

const Status = ({ licence }: { licence: DeskLicence }) => {
  const queryClient = useQueryClient();
  const [asks, setAsks] = useState(false);
  const isStopped = licence.status !== 'active';
  const isDraft = licence.status === 'draft';
  const changing = useMutation({
    mutationFn: (reason: string) => call(setLicenceStatus, { licenceId: licence.id, status: isStopped ? 'active' : 'suspended', reason }),
    onSuccess: () => setAsks(false),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['commerce', 'licences'] }),
  });
  if (licence.state === 'expired') return null;
  const title = isDraft
    ? text.activateOf(licence.institution)
    : isStopped
      ? text.resumeOf(licence.institution)
      : text.suspendOf(licence.institution);
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
          cancelLabel={deskText.cancel}
          isBusy={changing.isPending}
          onConfirm={() => changing.mutate('')}
          onClose={() => setAsks(false)}
        >
          <p>{isDraft ? text.activateLead : text.resumeLead}</p>
        </ConfirmDialog>
      ) : null}
      {asks && !isStopped ? (
        <KeptReasonDialog
          form={`suspend-licence:${licence.id}`}
          title={title}
          lead={text.suspendLead}
          label={deskText.reason}
          hint={deskText.reasonHint}
          needText={deskText.reasonNeeded}
          maxLength={LIMITS.operatorReasonChars}
          confirmLabel={text.suspend}
          cancelLabel={deskText.cancel}
          isBusy={changing.isPending}
          onConfirm={(reason) => changing.mutateAsync(reason)}
          onClose={() => setAsks(false)}
        />
      ) : null}
    </>
  );
};

const booksOf = ({ scope, titles, bookIds }: DeskLicence): string =>
  scope === 'all' ? text.allBooks : text.someBooks(titles.join('、'), bookIds.length > titles.length ? bookIds.length : 0);

const columns: readonly RecordColumn<DeskLicence>[] = [
  {
    name: text.institution,
    kind: 'head',
    render: (licence) => (
      <>
        {licence.institution}
        <span className={styles.small}>{booksOf(licence)}</span>
        {licence.contractNo === '' ? null : <span className={styles.small}>{`${text.contract} ${licence.contractNo}`}</span>}
      </>
    ),
  },
  {
    name: deskText.state,
    render: ({ state, endsAt }) => (
      <span>
        <StateBadge tone={TONES[state]}>{text.states[state]}</StateBadge>
        {state === 'expiring' ? <span className={styles.small}>{text.daysLeft(Math.ceil((endsAt - Date.now()) / DAY_MS))}</span> : null}
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
    // The end is exclusive: the last day is the one before.
    render: ({ startsAt, endsAt }) => (
      <span className={styles.term}>
        <span>{day.format(startsAt)}</span> <span>{text.until(day.format(endsAt - 1))}</span>
      </span>
    ),
  },
  {
    name: text.people,
    render: ({ seats, seatsTaken = 0, concurrent, reading = 0 }) => (
      <span className={styles.term}>
        {seats === undefined ? null : <span>{text.seatsUse(seatsTaken, seats)}</span>}{' '}
        {concurrent === undefined ? null : <span>{text.readingUse(reading, concurrent)}</span>}
        {seats === undefined && concurrent === undefined ? <span>{text.noLimit}</span> : null}
      </span>
    ),
  },
];
/** For who may change licences; others look. */
const actions: RecordColumn<DeskLicence> = {
  name: deskText.actions,
  kind: 'actions',
  render: (licence) => (
    <>
      <PlacesButton licence={licence} />
      <Status licence={licence} />
    </>
  ),
};

export const DeskLicences = ({ mayManage }: { mayManage: boolean }) => {
  const { valueOf, change } = useAddressFilters();
  const [isCreating, setCreating] = useState(false);
  const state = licenceState.safeParse(valueOf('state')).data;
  const query = useInfiniteQuery(licencesQuery(state, valueOf('q').trim().slice(0, 60)));
  const pages = useRecordPages(query, deskText.failed(text.what));
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
                label={deskText.state}
                choices={licenceState.options}
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
        {(licences) => (
          <RecordTable caption={text.what} columns={mayManage ? [...columns, actions] : columns} rows={licences} keyOf={({ id }) => id} />
        )}
      </RecordList>
      {isCreating ? <LicenceDialog onClose={() => setCreating(false)} /> : null}
    </>
  );
};
