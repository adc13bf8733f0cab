/** Admin list of adoption lists: filters, decisions for one or several at once, orders, and export as a table. */
import {
  type AdminAdoptionList,
  type AdoptionLevel,
  adoptionLevel,
  adoptionStatus,
  exportAdoptionLists,
  LIMITS,
  orderAdoptionLists,
} from '@shufang/contract';
import { ActionBar, buttonClass, CheckboxOption, Cluster, Facts, RecordCard, RecordList, Stack, StateBadge, TextField } from '@shufang/ui';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { AdoptionItems } from '../../../features/adoption/adoption-items.tsx';
import { ADOPTION_TONES } from '../../../features/adoption/adoption-tones.ts';
import { type AdoptionFilters, adminAdoptionsQuery } from '../../../features/adoption/queries.ts';
import { call } from '../../../platform/api/client.ts';
import { saveWorkbook } from '../../../platform/api/save-workbook.ts';
import { broadcast } from '../../../platform/events/broadcasts.ts';
import { adoptionText } from '../../../platform/messages/zh-cn/adoption.ts';
import { recordsText } from '../../../platform/messages/zh-cn/records.ts';
import { ChoiceField } from '../../../platform/records/choice-field.tsx';
import { ExportButton } from '../../../platform/records/export-button.tsx';
import { StateField } from '../../../platform/records/state-field.tsx';
import { useRecordPages } from '../../../platform/records/use-record-pages.ts';
import { useUrlFilters } from '../../../platform/records/use-url-filters.ts';
import { DecisionDialog } from './adoption-dialogs.tsx';

const text = adoptionText.admin;
const adminStatus = adoptionStatus.exclude(['draft']);

const teacherOf = ({ teacher }: AdminAdoptionList): string => teacher?.name ?? text.gone;

const factsOf = (list: AdminAdoptionList): readonly (readonly [string, string])[] => {
  const { teacher, submittedAt, note } = list;
  const detail = adoptionText.detail(list);
  return [
    ...(teacher === undefined
      ? []
      : [[text.teacher, [teacher.name, teacher.department ?? '', teacher.tel].filter((part) => part !== '').join(' · ')] as const]),
    [text.summary, adoptionText.total(list.items)],
    ...list.reviews
      .filter(({ decision, at }) => decision === 'approve' && at >= (submittedAt ?? 0))
      .map(({ level, reviewer, at }) => [adoptionText.approvalOf(level), adoptionText.approvedBy(reviewer, at)] as const),
    ...(detail === '' ? [] : [[recordsText.state, detail] as const]),
    ...(note === '' ? [] : [[adoptionText.note, note] as const]),
    ...(submittedAt === undefined ? [] : [[text.at, text.time(submittedAt)] as const]),
  ];
};

/** The state from which an operator continues, so that lists in it can be selected. */
const canChoose = ({ status }: AdminAdoptionList): boolean => status === 'submitted' || status === 'confirmed';

interface Decision {
  readonly decision: 'approve' | 'return';
  readonly ids: readonly string[];
  readonly level: AdoptionLevel;
}

interface ActionsProps {
  readonly lists: readonly AdminAdoptionList[];
  readonly isBusy: boolean;
  /** Returns the accessible name of an action; absent if its label says everything. */
  readonly nameOf?: (action: string) => string;
  readonly onDecide: (decision: Decision) => void;
  readonly onOrder: (ids: readonly string[]) => void;
}

const Actions = ({ lists, isBusy, nameOf, onDecide, onOrder }: ActionsProps) => {
  const ids = lists.map(({ id }) => id);
  const levels = new Set(lists.map(({ nextLevel }) => nextLevel));
  const [level] = levels;
  const button = (label: string, onClick: () => void, look?: 'quiet') => (
    <button type="button" className={buttonClass(look)} aria-label={nameOf?.(label)} aria-disabled={isBusy} onClick={onClick}>
      {label}
    </button>
  );
  if (levels.size > 1) return <span>{text.mixed}</span>;
  if (level === undefined) return button(text.order, () => onOrder(ids));
  return (
    <>
      {button(text.approve, () => onDecide({ decision: 'approve', ids, level }))}
      {button(text.return, () => onDecide({ decision: 'return', ids, level }), 'quiet')}
    </>
  );
};

const Export = ({ filters, count }: { filters: AdoptionFilters; count: number }) => {
  const exporting = useMutation({
    mutationFn: () => call(exportAdoptionLists, filters),
    onSuccess: ({ fileName, base64, rows }) => {
      saveWorkbook(fileName, base64);
      broadcast('toast', { kind: 'success', text: text.exported(rows) });
    },
  });
  return (
    <Cluster as="span" gap={[8, 24]} align="center" justify="between">
      <span>{text.total(count)}</span>
      <ExportButton label={text.export} busyLabel={text.exporting} isBusy={exporting.isPending} onExport={() => exporting.mutate()} />
    </Cluster>
  );
};

const useFilters = () => {
  const filters = useUrlFilters();
  const { valueOf } = filters;
  const status = adminStatus.safeParse(valueOf('status')).data ?? ('submitted' as const);
  const level = adoptionLevel.safeParse(valueOf('level')).data;
  const q = valueOf('q').trim().slice(0, 60);
  const term = valueOf('term');
  const first = valueOf('first') === 'only';
  const given: AdoptionFilters & { readonly status: typeof status } = {
    status,
    ...(level && { level }),
    ...(q === '' ? {} : { q }),
    ...(term === '' ? {} : { term }),
    ...(first && { first }),
  };
  return { ...filters, given };
};

const Filters = ({ filters, counts }: { filters: ReturnType<typeof useFilters>; counts: Record<string, number> | undefined }) => {
  const { valueOf, change, given } = filters;
  const [terms] = useState(() => adoptionText.termsFrom(Date.now()));
  return (
    <>
      <TextField label={text.search} type="search" maxLength={60} value={valueOf('q')} onChange={(value) => change('q', value)} />
      <StateField
        name="status"
        states={adminStatus.options}
        first="submitted"
        value={given.status}
        labels={adoptionText.statuses}
        counts={counts as Record<(typeof adminStatus.options)[number], number> | undefined}
        change={change}
      />
      <ChoiceField
        name="level"
        label={text.level}
        choices={adoptionLevel.options}
        labels={adoptionText.levels}
        value={given.level}
        change={change}
      />
      <ChoiceField
        name="term"
        label={text.term}
        choices={terms}
        labels={Object.fromEntries(terms.map((term) => [term, term]))}
        value={given.term}
        change={change}
      />
      <ChoiceField
        name="first"
        label={text.first}
        choices={['only'] as const}
        labels={{ only: text.onlyFirst }}
        value={given.first === true ? 'only' : undefined}
        change={change}
      />
    </>
  );
};

export const AdminAdoptions = () => {
  const filters = useFilters();
  const { given } = filters;
  const queryClient = useQueryClient();
  const query = useInfiniteQuery(adminAdoptionsQuery(given));
  const pages = useRecordPages(query, recordsText.failed(adoptionText.what));
  const counts = query.data?.pages[0]?.counts;
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(new Set());
  const [decision, setDecision] = useState<Decision>();
  const ordering = useMutation({
    mutationFn: (ids: readonly string[]) => call(orderAdoptionLists, { ids: [...ids] }),
    onSuccess: () => setChosenIds(new Set()),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['adoption'] }),
  });
  const order = (ids: readonly string[]): void => {
    if (!ordering.isPending) ordering.mutate(ids);
  };
  // Lists that left the page, after an action or a change of the filters, do not count as selected.
  const selectable = (pages.rows ?? []).filter(canChoose).slice(0, LIMITS.adoptionsPerBatchMax);
  const chosen = selectable.filter(({ id }) => chosenIds.has(id));
  const toggle = (id: string): void => {
    const next = new Set(chosen.map((list) => list.id));
    if (!next.delete(id)) next.add(id);
    setChosenIds(next);
  };
  const actions = { isBusy: ordering.isPending, onDecide: setDecision, onOrder: order };
  return (
    <>
      <RecordList
        pages={pages}
        filters={{ label: text.filters, fields: <Filters filters={filters} counts={counts} /> }}
        summary={counts === undefined ? undefined : <Export filters={given} count={counts[given.status]} />}
        empty={{ title: text.none, children: <p>{text.noneHint}</p> }}
      >
        {(lists) => (
          <Stack as="ul" gap={16}>
            {lists.map((list) => (
              <li key={list.id}>
                <RecordCard
                  isListed
                  title={text.cardTitle(teacherOf(list), list.institution.name)}
                  badge={
                    <Cluster as="span" gap={8} align="center">
                      <StateBadge>{list.term}</StateBadge>
                      <StateBadge tone={ADOPTION_TONES[list.status]}>{adoptionText.statuses[list.status]}</StateBadge>
                    </Cluster>
                  }
                >
                  <Stack gap={12}>
                    <Facts items={factsOf(list)} />
                    <AdoptionItems items={list.items} />
                    {canChoose(list) ? (
                      <Cluster gap={12} align="center" justify="between">
                        <CheckboxOption
                          look="small"
                          aria-label={text.choose(teacherOf(list), list.term)}
                          checked={chosen.includes(list)}
                          onChange={() => toggle(list.id)}
                        >
                          {text.select}
                        </CheckboxOption>
                        <Cluster gap={12}>
                          <Actions lists={[list]} nameOf={(action) => text.actionOn(action, teacherOf(list), list.term)} {...actions} />
                        </Cluster>
                      </Cluster>
                    ) : null}
                  </Stack>
                </RecordCard>
              </li>
            ))}
          </Stack>
        )}
      </RecordList>
      {chosen.length === 0 ? null : (
        <ActionBar label={text.actions} summary={text.chosen(chosen.length)}>
          <button type="button" className={buttonClass('quiet')} onClick={() => setChosenIds(new Set(selectable.map(({ id }) => id)))}>
            {text.all}
          </button>
          <Actions lists={chosen} {...actions} />
          <button type="button" className={buttonClass('quiet')} onClick={() => setChosenIds(new Set())}>
            {text.end}
          </button>
        </ActionBar>
      )}
      {decision === undefined ? null : (
        <DecisionDialog
          {...decision}
          onDone={() => {
            setDecision(undefined);
            setChosenIds(new Set());
          }}
          onClose={() => setDecision(undefined)}
        />
      )}
    </>
  );
};
