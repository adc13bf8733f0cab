/** Admin list of samples: filters, decisions and parcels for one or several at once, and export as a table. */
import { type AdminSample, decideSamples, exportSamples, LIMITS, type SampleStatus, sampleForm, sampleStatus } from '@shufang/contract';
import { ActionBar, buttonClass, CheckboxOption, Cluster, Facts, RecordCard, RecordList, Stack, StateBadge, TextField } from '@shufang/ui';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { adminSamplesQuery, type SampleFilters } from '../../../features/sample/queries.ts';
import { SAMPLE_TONES } from '../../../features/sample/sample-tones.ts';
import { call } from '../../../platform/api/client.ts';
import { saveWorkbook } from '../../../platform/api/save-workbook.ts';
import { chineseDates } from '../../../platform/chinese-dates.ts';
import { broadcast } from '../../../platform/events/broadcasts.ts';
import { recordsText } from '../../../platform/messages/zh-cn/records.ts';
import { samplesText } from '../../../platform/messages/zh-cn/samples.ts';
import { ChoiceField } from '../../../platform/records/choice-field.tsx';
import { ExportButton } from '../../../platform/records/export-button.tsx';
import { StateField } from '../../../platform/records/state-field.tsx';
import { useRecordPages } from '../../../platform/records/use-record-pages.ts';
import { useUrlFilters } from '../../../platform/records/use-url-filters.ts';
import { RejectSamplesDialog, ShipSamplesDialog } from './sample-dialogs.tsx';

const text = samplesText.admin;
const time = chineseDates({ dateStyle: 'medium', timeStyle: 'short' });

/** The states from which an operator continues, so that samples in them can be selected. */
const canChoose = (status: SampleStatus, form: AdminSample['form']): boolean =>
  status === 'submitted' || (status === 'approved' && form === 'print');

const teacherLine = ({ teacher }: AdminSample): string => {
  if (teacher === undefined) return text.gone;
  const { verified } = teacher;
  if (verified === undefined) return `${teacher.name} ${teacher.tel} · ${text.unverified}`;
  return [verified.name, teacher.tel, verified.institution, verified.department].join(' · ');
};

const factsOf = (one: AdminSample): readonly (readonly [string, string])[] => {
  const { shipping, shipment, reply } = one;
  return [
    [text.teacher, teacherLine(one)],
    [text.use, samplesText.use(one)],
    [text.plan, one.plan],
    ...(shipping === undefined
      ? []
      : [[text.shipTo, `${shipping.receiver} ${shipping.phone} ${shipping.province} ${shipping.city} ${shipping.address}`] as const]),
    ...(shipment === undefined ? [] : [[text.shipment, samplesText.detail(one)] as const]),
    ...(reply === '' ? [] : [[text.reply, reply] as const]),
    [text.at, time.format(one.createdAt)],
  ];
};

type Dialog = { readonly kind: 'reject' | 'ship'; readonly ids: readonly string[] };

interface ActionsProps {
  readonly status: SampleStatus;
  readonly isBusy: boolean;
  /** Returns the accessible name of an action; absent if its label says everything. */
  readonly nameOf?: (action: string) => string;
  readonly onApprove: () => void;
  readonly onDialog: (kind: Dialog['kind']) => void;
}

const Actions = ({ status, isBusy, nameOf, onApprove, onDialog }: ActionsProps) => {
  const button = (label: string, onClick: () => void, look?: 'quiet') => (
    <button type="button" className={buttonClass(look)} aria-label={nameOf?.(label)} aria-disabled={isBusy} onClick={onClick}>
      {label}
    </button>
  );
  if (status === 'approved') return button(text.ship, () => onDialog('ship'));
  return (
    <>
      {button(text.approve, onApprove)}
      {button(text.reject, () => onDialog('reject'), 'quiet')}
    </>
  );
};

const Export = ({ filters, count }: { filters: SampleFilters; count: number }) => {
  const exporting = useMutation({
    mutationFn: () => call(exportSamples, filters),
    onSuccess: ({ fileName, base64, samples }) => {
      saveWorkbook(fileName, base64);
      broadcast('toast', { kind: 'success', text: text.exported(samples) });
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
  const form = sampleForm.safeParse(valueOf('form')).data;
  const status = sampleStatus.safeParse(valueOf('status')).data ?? 'submitted';
  const q = valueOf('q').trim().slice(0, 60);
  const given: SampleFilters & { readonly status: SampleStatus } = { status, ...(form && { form }), ...(q === '' ? {} : { q }) };
  return { ...filters, given };
};

export const AdminSamples = () => {
  const { valueOf, change, given } = useFilters();
  const { status, form } = given;
  const queryClient = useQueryClient();
  const query = useInfiniteQuery(adminSamplesQuery(given));
  const pages = useRecordPages(query, recordsText.failed(samplesText.what));
  const counts = query.data?.pages[0]?.counts;
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(new Set());
  const [dialog, setDialog] = useState<Dialog>();
  const approving = useMutation({
    mutationFn: (ids: readonly string[]) => call(decideSamples, { ids: [...ids], decision: 'approve' }),
    onSuccess: () => setChosenIds(new Set()),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['sample'] }),
  });
  const approve = (ids: readonly string[]): void => {
    if (!approving.isPending) approving.mutate(ids);
  };
  // Samples that left the list, after an action or a change of the filters, do not count as selected.
  const selectable = (pages.rows ?? []).filter((one) => canChoose(one.status, one.form)).slice(0, LIMITS.samplesPerBatchMax);
  const chosen = selectable.filter(({ id }) => chosenIds.has(id)).map(({ id }) => id);
  const toggle = (id: string): void => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosenIds(next);
  };
  const done = (): void => {
    setDialog(undefined);
    setChosenIds(new Set());
  };
  return (
    <>
      <RecordList
        pages={pages}
        filters={{
          label: text.filters,
          fields: (
            <>
              <TextField label={text.search} type="search" maxLength={60} value={valueOf('q')} onChange={(value) => change('q', value)} />
              <StateField
                name="status"
                states={sampleStatus.options}
                first="submitted"
                value={status}
                labels={samplesText.statuses}
                counts={counts}
                change={change}
              />
              <ChoiceField
                name="form"
                label={text.form}
                choices={sampleForm.options}
                labels={samplesText.shortForms}
                value={form}
                change={change}
              />
            </>
          ),
        }}
        summary={counts === undefined ? undefined : <Export filters={given} count={counts[status]} />}
        empty={{ title: text.none, children: <p>{text.noneHint}</p> }}
      >
        {(samples) => (
          <Stack as="ul" gap={16}>
            {samples.map((one) => (
              <li key={one.id}>
                <RecordCard
                  isListed
                  title={one.book.title}
                  badge={
                    <Cluster as="span" gap={8} align="center">
                      <StateBadge>{samplesText.shortForms[one.form]}</StateBadge>
                      <StateBadge tone={SAMPLE_TONES[one.status]}>{samplesText.statuses[one.status]}</StateBadge>
                    </Cluster>
                  }
                >
                  <Facts items={factsOf(one)} />
                  {canChoose(one.status, one.form) ? (
                    <Cluster gap={12} align="center" justify="between" marginTop={12}>
                      <CheckboxOption
                        look="small"
                        aria-label={text.choose(one.book.title, one.teacher?.verified?.name ?? one.teacher?.name ?? text.gone)}
                        checked={chosen.includes(one.id)}
                        onChange={() => toggle(one.id)}
                      >
                        {text.select}
                      </CheckboxOption>
                      <Cluster gap={12}>
                        <Actions
                          status={one.status}
                          isBusy={approving.isPending}
                          nameOf={(action) => text.actionOn(action, one.book.title)}
                          onApprove={() => approve([one.id])}
                          onDialog={(kind) => setDialog({ kind, ids: [one.id] })}
                        />
                      </Cluster>
                    </Cluster>
                  ) : null}
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
          <Actions
            status={status}
            isBusy={approving.isPending}
            onApprove={() => approve(chosen)}
            onDialog={(kind) => setDialog({ kind, ids: chosen })}
          />
          <button type="button" className={buttonClass('quiet')} onClick={() => setChosenIds(new Set())}>
            {text.end}
          </button>
        </ActionBar>
      )}
      {dialog?.kind === 'reject' ? <RejectSamplesDialog ids={dialog.ids} onDone={done} onClose={() => setDialog(undefined)} /> : null}
      {dialog?.kind === 'ship' ? <ShipSamplesDialog ids={dialog.ids} onDone={done} onClose={() => setDialog(undefined)} /> : null}
    </>
  );
};
