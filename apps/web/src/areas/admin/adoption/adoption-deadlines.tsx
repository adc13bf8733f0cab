/** The deadlines until which the teachers of an institution can submit adoption lists. */
import { type AdoptionDeadline, setAdoptionDeadline } from '@shufang/contract';
import { buttonClass, type RecordColumn, RecordList, RecordTable, Section } from '@shufang/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { adoptionDeadlinesQuery } from '../../../features/adoption/queries.ts';
import { call } from '../../../platform/api/client.ts';
import { adoptionText } from '../../../platform/messages/zh-cn/adoption.ts';
import { recordsText } from '../../../platform/messages/zh-cn/records.ts';
import { useRecordPages } from '../../../platform/records/use-record-pages.ts';
import { DeadlineDialog } from './adoption-dialogs.tsx';

const text = adoptionText.admin;

const RemoveButton = ({ deadline: { institution, term } }: { deadline: AdoptionDeadline }) => {
  const queryClient = useQueryClient();
  const removing = useMutation({
    mutationFn: () => call(setAdoptionDeadline, { institutionId: institution.id, term, closesAt: null }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['adoption'] }),
  });
  return (
    <button
      type="button"
      className={buttonClass('quietDanger')}
      aria-label={text.removeDeadlineOf(institution.name, term)}
      aria-disabled={removing.isPending}
      onClick={() => {
        if (!removing.isPending) removing.mutate();
      }}
    >
      {text.removeDeadline}
    </button>
  );
};

const columns: readonly RecordColumn<AdoptionDeadline>[] = [
  { name: text.deadlineColumns.institution, kind: 'head', render: ({ institution }) => institution.name },
  { name: text.deadlineColumns.term, render: ({ term }) => term },
  { name: text.deadlineColumns.closesAt, render: ({ closesAt }) => text.time(closesAt) },
  { name: recordsText.actions, kind: 'actions', render: (deadline) => <RemoveButton deadline={deadline} /> },
];

export const AdoptionDeadlines = () => {
  const [isSetting, setSetting] = useState(false);
  const pages = useRecordPages(useQuery(adoptionDeadlinesQuery()), recordsText.failed(text.deadlines));
  return (
    <Section title={text.deadlines}>
      <RecordList
        pages={pages}
        create={{ label: text.setDeadline, onCreate: () => setSetting(true) }}
        empty={{ title: text.noDeadlines, children: <p>{text.deadlinesLead}</p> }}
      >
        {(deadlines) => (
          <RecordTable
            caption={text.deadlines}
            columns={columns}
            rows={deadlines}
            keyOf={({ institution, term }) => institution.id + term}
          />
        )}
      </RecordList>
      {isSetting ? <DeadlineDialog onClose={() => setSetting(false)} /> : null}
    </Section>
  );
};
