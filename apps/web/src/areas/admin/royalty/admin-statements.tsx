/** Admin list of royalty statements: filters, issue and payment of several at once, and export. */
import {
  exportRoyaltyStatements,
  LIMITS,
  makeRoyaltyStatements,
  type RoyaltyStatement,
  royaltyPeriod,
  royaltyStatus,
} from '@shufang/contract';
import { ActionBar, buttonClass, CheckboxOption, Cluster, type RecordColumn, RecordList, RecordTable, Text, TextField } from '@shufang/ui';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { type StatementFilters, statementsQuery } from '../../../features/royalty/queries.ts';
import { StatementBadges } from '../../../features/royalty/statement-view.tsx';
import { call } from '../../../platform/api/client.ts';
import { saveWorkbook } from '../../../platform/api/save-workbook.ts';
import { broadcast } from '../../../platform/events/broadcasts.ts';
import { recordsText } from '../../../platform/messages/zh-cn/records.ts';
import { royaltyText } from '../../../platform/messages/zh-cn/royalty.ts';
import { ExportButton } from '../../../platform/records/export-button.tsx';
import { StateField } from '../../../platform/records/state-field.tsx';
import { useRecordPages } from '../../../platform/records/use-record-pages.ts';
import { useUrlFilters } from '../../../platform/records/use-url-filters.ts';
import { IssueDialog, PayDialog } from './statement-dialogs.tsx';

const text = royaltyText.admin;

/** Statements that the operator acts on in lists; an issued one may be paid after a time, as the server decides. */
const canChoose = ({ status }: RoyaltyStatement): boolean => status !== 'paid' && status !== 'disputed';

export const MakeButton = () => {
  const queryClient = useQueryClient();
  const making = useMutation({
    mutationFn: () => call(makeRoyaltyStatements, {}),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['royalty'] }),
  });
  return (
    <button
      type="button"
      className={buttonClass()}
      aria-disabled={making.isPending}
      onClick={() => {
        if (!making.isPending) making.mutate();
      }}
    >
      {making.isPending ? text.making : text.make}
    </button>
  );
};

const columnsOf = (chosen: readonly RoyaltyStatement[], toggle: (id: string) => void): readonly RecordColumn<RoyaltyStatement>[] => [
  {
    name: text.columns.book,
    kind: 'head',
    render: ({ id, bookTitle }) => (
      <Text to={`/admin/royalties/${id}`} as={Link} tone="accent" underline>
        {bookTitle}
      </Text>
    ),
  },
  { name: text.columns.period, render: ({ period }) => royaltyText.month(period) },
  { name: text.columns.payee, render: ({ payee }) => (payee === '' ? royaltyText.gone : payee) },
  { name: recordsText.state, render: (statement) => <StatementBadges statement={statement} /> },
  { name: text.columns.gross, kind: 'figure', render: ({ grossFen }) => royaltyText.yuan(grossFen) },
  { name: text.columns.fen, kind: 'figure', render: ({ fen }) => royaltyText.yuan(fen) },
  {
    name: text.columns.select,
    kind: 'actions',
    render: (statement) =>
      canChoose(statement) ? (
        <CheckboxOption
          look="small"
          aria-label={text.choose(statement)}
          checked={chosen.includes(statement)}
          onChange={() => toggle(statement.id)}
        >
          {text.columns.select}
        </CheckboxOption>
      ) : null,
  },
];

const useFilters = () => {
  const filters = useUrlFilters();
  const { valueOf } = filters;
  const status = royaltyStatus.safeParse(valueOf('status')).data ?? ('draft' as const);
  const period = royaltyPeriod.safeParse(valueOf('period').trim()).data;
  const q = valueOf('q').trim().slice(0, 60);
  const given: StatementFilters & { readonly status: typeof status } = {
    status,
    ...(period === undefined ? {} : { period }),
    ...(q === '' ? {} : { q }),
  };
  return { ...filters, given };
};

const Summary = ({ filters, count, fen }: { filters: StatementFilters; count: number; fen: number }) => {
  const exporting = useMutation({
    mutationFn: () => call(exportRoyaltyStatements, filters),
    onSuccess: ({ fileName, base64, rows }) => {
      saveWorkbook(fileName, base64);
      broadcast('toast', { kind: 'success', text: text.exported(rows) });
    },
  });
  return (
    <Cluster as="span" gap={[8, 24]} align="center" justify="between">
      <span>{text.total(count, fen)}</span>
      <ExportButton
        label={royaltyText.export}
        busyLabel={royaltyText.exporting}
        isBusy={exporting.isPending}
        onExport={() => exporting.mutate()}
      />
    </Cluster>
  );
};

export const AdminStatements = () => {
  const { given, valueOf, change } = useFilters();
  const query = useInfiniteQuery(statementsQuery(given));
  const pages = useRecordPages(query, recordsText.failed(royaltyText.what));
  const [first] = query.data?.pages ?? [];
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(new Set());
  const [isActing, setActing] = useState(false);
  // Statements that left the page, after an action or a change of the filters, do not count as selected.
  const selectable = (pages.rows ?? []).filter(canChoose).slice(0, LIMITS.royaltyStatementsPerBatchMax);
  const chosen = selectable.filter(({ id }) => chosenIds.has(id));
  const toggle = (id: string): void => {
    const next = new Set(chosen.map((one) => one.id));
    if (!next.delete(id)) next.add(id);
    setChosenIds(next);
  };
  const clear = (): void => {
    setActing(false);
    setChosenIds(new Set());
  };
  const dialog = { ids: chosen.map(({ id }) => id), onDone: clear, onClose: () => setActing(false) };
  const isDraft = given.status === 'draft';
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
                states={royaltyStatus.options}
                first="draft"
                value={given.status}
                labels={royaltyText.statuses}
                counts={first?.counts}
                change={change}
              />
              <TextField
                label={text.period}
                hint={text.periodHint}
                maxLength={6}
                value={valueOf('period')}
                onChange={(value) => change('period', value)}
              />
            </>
          ),
        }}
        summary={<Summary filters={given} count={first?.counts[given.status] ?? 0} fen={first?.fen ?? 0} />}
        empty={{ title: text.none, children: <p>{text.noneHint}</p> }}
      >
        {(statements) => <RecordTable caption={text.list} columns={columnsOf(chosen, toggle)} rows={statements} keyOf={({ id }) => id} />}
      </RecordList>
      {chosen.length === 0 ? null : (
        <ActionBar label={text.actions} summary={text.chosen(chosen.length)}>
          <button type="button" className={buttonClass('quiet')} onClick={() => setChosenIds(new Set(selectable.map(({ id }) => id)))}>
            {text.all}
          </button>
          <button type="button" className={buttonClass()} onClick={() => setActing(true)}>
            {isDraft ? text.issue : text.pay}
          </button>
          <button type="button" className={buttonClass('quiet')} onClick={clear}>
            {text.end}
          </button>
        </ActionBar>
      )}
      {isActing && chosen.length > 0 ? isDraft ? <IssueDialog {...dialog} /> : <PayDialog {...dialog} /> : null}
    </>
  );
};
