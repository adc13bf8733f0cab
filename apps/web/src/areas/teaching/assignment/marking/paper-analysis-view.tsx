/** The analysis of a paper: the whole, the distribution, each question, the course objectives and the options, with exports. */
import {
  type Assignment,
  bandsChart,
  exportPaperAnalysis,
  itemAdvice,
  itemsChart,
  objectivesChart,
  optionCharts,
  type PaperAnalysisRecord,
} from '@shufang/contract';
import {
  buttonClass,
  Cluster,
  EmptyState,
  Facts,
  LoadFailure,
  PageHeader,
  type RecordColumn,
  RecordsSkeleton,
  RecordTable,
  Section,
  Stack,
  Text,
} from '@shufang/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../../platform/api/client.ts';
import { savePdf, saveWorkbook } from '../../../../platform/api/save-workbook.ts';
import { Chart } from '../../../../platform/charts/chart.tsx';
import { markingText as text } from '../../../../platform/messages/zh-cn/marking.ts';
import { recordsText } from '../../../../platform/messages/zh-cn/records.ts';
import { useSession } from '../../../../platform/session/session.ts';
import { ObjectivesDialog } from './objectives-dialog.tsx';
import { paperAnalysisQuery } from './queries.ts';

type Item = PaperAnalysisRecord['items'][number];
type Objective = PaperAnalysisRecord['objectives'][number];

const figure = (name: string, render: (item: Item) => string): RecordColumn<Item> => ({
  name,
  kind: 'figure',
  render: (item) => <span>{render(item)}</span>,
});

const itemColumns: readonly RecordColumn<Item>[] = [
  { name: text.itemColumns.no, kind: 'head', render: ({ label }) => text.itemNo(label) },
  figure(text.itemColumns.mean, ({ meanMilli, possibleMilli }) => text.meanOf(meanMilli, possibleMilli)),
  figure(text.itemColumns.facility, ({ facility }) => text.coefficient(facility)),
  figure(text.itemColumns.discrimination, ({ discrimination }) => text.coefficient(discrimination)),
  figure(text.itemColumns.pointBiserial, ({ pointBiserial }) => text.coefficient(pointBiserial)),
  figure(text.itemColumns.itemRest, ({ itemRest }) => text.coefficient(itemRest)),
  { name: text.itemColumns.objective, render: ({ objective }) => <span>{objective}</span> },
  { name: text.itemColumns.note, render: (item) => <span>{itemAdvice(item)}</span> },
];

const objectiveColumnsOf = (items: readonly Item[]): RecordColumn<Objective>[] => [
  { name: text.objectiveColumns.objective, kind: 'head', render: ({ objective }) => objective },
  {
    name: text.objectiveColumns.questions,
    render: ({ questionIds }) => (
      <span>{text.questionsOf(questionIds.map((id) => items.find((item) => item.id === id)?.label ?? id))}</span>
    ),
  },
  {
    name: text.objectiveColumns.points,
    kind: 'figure',
    render: ({ meanMilli, possibleMilli }) => <span>{text.meanOf(meanMilli, possibleMilli)}</span>,
  },
  { name: text.objectiveColumns.attainment, kind: 'figure', render: ({ attainment }) => <span>{text.share(attainment)}</span> },
];

const Tables = ({ one, data }: { one: Assignment; data: PaperAnalysisRecord }) => {
  const [isEditing, setEditing] = useState(false);
  const edit = one.mayEdit ? (
    <button type="button" className={buttonClass('quiet')} onClick={() => setEditing(true)}>
      {text.setObjectives}
    </button>
  ) : null;
  const { facts } = text;
  const objectives = objectivesChart(data);
  const options = optionCharts(data);
  const range = data.highestMilli === undefined || data.lowestMilli === undefined ? '—' : text.rangeOf(data.highestMilli, data.lowestMilli);
  return (
    <>
      <Section title={text.whole}>
        <Facts
          items={[
            [facts.students, text.studentsOf(data.students, data.waiting)],
            [facts.mean, data.meanMilli === undefined ? '—' : text.meanOf(data.meanMilli, data.possibleMilli)],
            [facts.deviation, text.figure(data.deviationMilli)],
            [facts.range, range],
            [facts.alpha, text.coefficient(data.alpha)],
            [facts.error, text.figure(data.errorMilli)],
          ]}
        />
      </Section>
      <Section title={text.bands}>
        <Chart {...bandsChart(data)} />
      </Section>
      <Section title={text.items}>
        <Stack gap={12}>
          <Chart {...itemsChart(data)} />
          <RecordTable caption={text.items} columns={itemColumns} rows={data.items} keyOf={({ id }) => id} />
          <Text as="p" size={13} tone="faint">
            {text.itemsHelp}
          </Text>
        </Stack>
      </Section>
      <Section title={text.objectives} more={edit}>
        <Stack gap={12}>
          {data.objectives.length === 0 ? (
            <p>{text.noObjectives}</p>
          ) : (
            <>
              {objectives === undefined ? null : <Chart {...objectives} />}
              <RecordTable
                caption={text.objectives}
                columns={objectiveColumnsOf(data.items)}
                rows={data.objectives}
                keyOf={({ objective }) => objective}
              />
            </>
          )}
          <Text as="p" size={13} tone="faint">
            {text.objectivesHelp}
          </Text>
        </Stack>
      </Section>
      {options.length === 0 ? null : (
        <Section title={text.optionsOfItems}>
          <Stack gap={16}>
            {options.map((chart) => (
              <Chart key={chart.title} {...chart} />
            ))}
          </Stack>
        </Section>
      )}
      {isEditing ? <ObjectivesDialog one={one} items={data.items} onClose={() => setEditing(false)} /> : null}
    </>
  );
};

const exportLabels = { xlsx: text.exportAnalysis, pdf: text.exportPdf } as const;

export const PaperAnalysisView = ({ one, onBack }: { one: Assignment; onBack: () => void }) => {
  const userId = useSession((session) => session.userId);
  const { data, isError, refetch } = useQuery(paperAnalysisQuery(userId, one.id));
  const exporting = useMutation({
    mutationFn: (format: 'xlsx' | 'pdf') => call(exportPaperAnalysis, { assignmentId: one.id, format }),
    onSuccess: ({ fileName, base64 }, format) => (format === 'pdf' ? savePdf : saveWorkbook)(fileName, base64),
  });
  return (
    <>
      <PageHeader title={`${one.title}：${text.analysis}`} lead={text.analysisLead} />
      <Cluster gap={12}>
        <button type="button" className={buttonClass('quiet')} onClick={onBack}>
          {text.backToAssignment}
        </button>
        {data === undefined || data.students === 0
          ? null
          : (['xlsx', 'pdf'] as const).map((format) => (
              <button
                key={format}
                type="button"
                className={buttonClass('quiet')}
                aria-disabled={exporting.isPending}
                onClick={() => {
                  if (!exporting.isPending) exporting.mutate(format);
                }}
              >
                {exporting.isPending && exporting.variables === format ? text.exporting : exportLabels[format]}
              </button>
            ))}
      </Cluster>
      {data === undefined ? (
        isError ? (
          <LoadFailure text={recordsText.failed(text.analysis)} retryLabel={recordsText.retry} onRetry={() => void refetch()} />
        ) : (
          <RecordsSkeleton label={recordsText.loading} />
        )
      ) : data.students === 0 ? (
        <EmptyState title={text.nobody}>
          <p>{text.nobodyLead}</p>
        </EmptyState>
      ) : (
        <Tables one={one} data={data} />
      )}
    </>
  );
};
