/** What a corrected key changes: each student from what to what, and the spread of the whole paper before and after. */
import type { RegradePreview } from '@shufang/contract';
import { type RecordColumn, RecordTable, Stack, Text } from '@shufang/ui';
import { markingText as text } from '../../../../platform/messages/zh-cn/marking.ts';

type Change = RegradePreview['changes'][number];

const changeColumns: readonly RecordColumn<Change>[] = [
  { name: text.student, kind: 'head', render: ({ name, studentNo, no }) => text.studentOf(name, studentNo, no) },
  { name: text.before, kind: 'figure', render: ({ beforeMilli }) => <span>{text.scoreOrWaiting(beforeMilli)}</span> },
  { name: text.after, kind: 'figure', render: ({ afterMilli }) => <span>{text.scoreOrWaiting(afterMilli)}</span> },
];

interface Band {
  readonly at: number;
  readonly before: number;
  readonly after: number;
}

const bandColumns: readonly RecordColumn<Band>[] = [
  { name: text.band, kind: 'head', render: ({ at }) => text.bandOf(at) },
  { name: text.before, kind: 'figure', render: ({ before }) => <span>{before}</span> },
  { name: text.after, kind: 'figure', render: ({ after }) => <span>{after}</span> },
];

export const RegradePreviewView = ({ preview }: { preview: RegradePreview }) => {
  const { attempts, changes, scoredByTeacher, facility, bands } = preview;
  const gains = changes.filter(({ beforeMilli, afterMilli }) => (afterMilli ?? 0) > (beforeMilli ?? 0)).length;
  const losses = changes.filter(({ beforeMilli, afterMilli }) => (afterMilli ?? 0) < (beforeMilli ?? 0)).length;
  const rows = bands.before
    .map((before, at) => ({ at, before, after: bands.after[at] ?? 0 }))
    .filter(({ before, after }) => before > 0 || after > 0);
  return (
    <Stack gap={16} role="status">
      <Text as="p" weight={600}>
        {text.previewSummary(attempts, gains, losses)}
      </Text>
      {scoredByTeacher === 0 ? null : <p>{text.previewManual(scoredByTeacher)}</p>}
      {facility === undefined ? null : <p>{text.previewFacility(facility.before, facility.after)}</p>}
      {changes.length === 0 ? null : (
        <RecordTable caption={text.changes} columns={changeColumns} rows={changes} keyOf={({ attemptId }) => attemptId} />
      )}
      {rows.length === 0 ? null : <RecordTable caption={text.bands} columns={bandColumns} rows={rows} keyOf={({ at }) => String(at)} />}
    </Stack>
  );
};
