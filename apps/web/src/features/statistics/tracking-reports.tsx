/** Reports on the use of a book: making one by one click, its progress, and the earlier ones with their files. */
import {
  createTrackingReport,
  downloadTrackingReport,
  REPORT_STEPS,
  type ReportFormat,
  reportFormat,
  type StatisticsPeriod,
  statisticsPeriod,
  type TrackingReport,
} from '@shufang/contract';
import {
  buttonClass,
  Cluster,
  EmptyState,
  LoadFailure,
  ProgressLine,
  type RecordColumn,
  RecordsSkeleton,
  RecordTable,
  Section,
  SelectField,
  Stack,
  Text,
  TextButton,
} from '@shufang/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../platform/api/client.ts';
import { saveDocument, savePdf, saveWorkbook } from '../../platform/api/save-workbook.ts';
import { statisticsText as text } from '../../platform/messages/zh-cn/author-statistics.ts';
import { recordsText } from '../../platform/messages/zh-cn/records.ts';
import { useSession } from '../../platform/session/session.ts';
import { reportsQuery } from './queries.ts';

const SAVES: Readonly<Record<ReportFormat, (fileName: string, base64: string) => void>> = {
  pdf: savePdf,
  docx: saveDocument,
  xlsx: saveWorkbook,
};

const nameOf = ({ period, from, to }: TrackingReport): string => text.reportOf(period, from, to);

const State = ({ state, steps }: TrackingReport) => (
  <Stack gap={4}>
    <Text>
      {text.reportStates[state]}
      {state === 'running' ? ` ${text.reportProgress(steps, REPORT_STEPS)}` : null}
    </Text>
    {state === 'running' ? <ProgressLine value={steps / REPORT_STEPS} /> : null}
  </Stack>
);

const Files = ({ report }: { report: TrackingReport }) => {
  const download = useMutation({
    mutationFn: (format: ReportFormat) => call(downloadTrackingReport, { reportId: report.id, format }),
    onSuccess: ({ fileName, base64 }, format) => SAVES[format](fileName, base64),
  });
  if (report.state !== 'done' || report.code === undefined) return null;
  return (
    <Cluster gap={12}>
      {reportFormat.options.map((format) => (
        <TextButton
          key={format}
          tone="accent"
          underline
          aria-label={text.downloadReport(text.reportFormats[format], nameOf(report))}
          aria-disabled={download.isPending}
          onClick={() => {
            if (!download.isPending) download.mutate(format);
          }}
        >
          {text.reportFormats[format]}
        </TextButton>
      ))}
      <Link to={`/report?code=${report.code}`} aria-label={text.verifyReportOf(nameOf(report))}>
        {text.verifyReport}
      </Link>
    </Cluster>
  );
};

const columns: readonly RecordColumn<TrackingReport>[] = [
  { name: text.reports, kind: 'head', render: nameOf },
  { name: text.reportColumns.at, render: ({ createdAt }) => <span>{text.reportAt(createdAt)}</span> },
  { name: text.reportColumns.state, render: (report) => <State {...report} /> },
  { name: text.reportColumns.files, render: (report) => <Files report={report} /> },
];

const ReportList = ({ bookId }: { bookId: string }) => {
  const userId = useSession((session) => session.userId);
  const { data, isError, refetch } = useQuery(reportsQuery(userId, bookId));
  if (data === undefined) {
    return isError ? (
      <LoadFailure text={recordsText.failed(text.reportsFailed)} retryLabel={recordsText.retry} onRetry={() => void refetch()} />
    ) : (
      <RecordsSkeleton label={recordsText.loading} />
    );
  }
  if (data.items.length === 0) return <EmptyState title={text.noReports} />;
  return <RecordTable caption={text.reports} columns={columns} rows={data.items} keyOf={({ id }) => id} />;
};

export const TrackingReports = ({ bookId }: { bookId: string }) => {
  const queryClient = useQueryClient();
  const [period, setPeriod] = useState<StatisticsPeriod>('term');
  const making = useMutation({
    mutationFn: () => call(createTrackingReport, { bookId, period }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['author', 'reports'] }),
  });
  return (
    <Section title={text.reports} id="reports">
      <Stack gap={16}>
        <Text as="p" tone="soft">
          {text.reportsLead}
        </Text>
        <Cluster gap={12} align="end">
          <SelectField
            label={text.reportPeriod}
            value={period}
            options={statisticsPeriod.options.map((value) => ({ value, label: text.periods[value] }))}
            onChange={(value) => setPeriod(statisticsPeriod.parse(value))}
          />
          <button
            type="button"
            className={buttonClass('quiet')}
            aria-disabled={making.isPending}
            onClick={() => {
              if (!making.isPending) making.mutate();
            }}
          >
            {making.isPending ? text.makingReport : text.makeReport}
          </button>
        </Cluster>
        <ReportList bookId={bookId} />
      </Stack>
    </Section>
  );
};
