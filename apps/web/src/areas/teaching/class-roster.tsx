/** The roster of a class for its teachers: who has joined and who is missing, and the import with a preview. */
import { importClassRoster, LIMITS, type listClassRoster, type OutputOf } from '@shufang/contract';
import {
  buttonClass,
  Cluster,
  EmptyState,
  FileButton,
  LoadFailure,
  ModalDialog,
  type RecordColumn,
  RecordsSkeleton,
  RecordTable,
  Stack,
  StateBadge,
  Text,
} from '@shufang/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { classRosterQuery, refreshClasses } from '../../features/teaching/queries.ts';
import { base64Of } from '../../platform/api/base64-of.ts';
import { call } from '../../platform/api/client.ts';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { recordsText } from '../../platform/messages/zh-cn/records.ts';
import { teachingText as text } from '../../platform/messages/zh-cn/teaching.ts';
import { useSession } from '../../platform/session/session.ts';
import styles from './teaching.module.css';

type Entry = OutputOf<typeof listClassRoster>['items'][number];
type Preview = OutputOf<typeof importClassRoster>;

const columns: readonly RecordColumn<Entry>[] = [
  { name: text.member.name, kind: 'head', render: ({ name }) => name },
  { name: text.member.studentNo, render: ({ studentNo }) => <span>{studentNo}</span> },
  {
    name: text.rosterState,
    render: ({ hasJoined }) => <StateBadge tone={hasJoined ? 'good' : 'wait'}>{hasJoined ? text.hasJoined : text.isMissing}</StateBadge>,
  },
];

const previewColumns: readonly RecordColumn<Preview['lines'][number]>[] = [
  { name: text.member.name, kind: 'head', render: ({ name }) => name },
  { name: text.member.studentNo, render: ({ studentNo }) => <span>{studentNo}</span> },
  { name: text.change, render: ({ change }) => <span>{text.changes[change]}</span> },
];

interface PreviewDialogProps {
  readonly preview: Preview;
  readonly isBusy: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

const PreviewDialog = ({ preview: { lines, errors }, isBusy, onConfirm, onClose }: PreviewDialogProps) => {
  const countOf = (change: Preview['lines'][number]['change']): number => lines.filter((line) => line.change === change).length;
  return (
    <ModalDialog title={text.previewTitle} onClose={onClose}>
      <Stack gap={20}>
        <p>{lines.length === 0 ? text.nothingToImport : text.previewCounts(countOf('added'), countOf('renamed'), countOf('none'))}</p>
        {errors.length === 0 ? null : (
          <div role="alert">
            <p>{text.previewErrors(errors.length)}</p>
            <ul className={styles.errors}>
              {errors.map(({ line, reason }) => (
                <li key={`${line} ${reason}`}>{text.previewError(line, reason)}</li>
              ))}
            </ul>
          </div>
        )}
        {lines.length === 0 ? null : (
          <RecordTable caption={text.previewLines} columns={previewColumns} rows={lines} keyOf={({ line }) => String(line)} />
        )}
        <Cluster gap={12} justify="end">
          <button type="button" className={buttonClass('quiet')} onClick={onClose}>
            {text.cancel}
          </button>
          {lines.length === 0 ? null : (
            <button
              type="button"
              className={buttonClass()}
              aria-disabled={isBusy}
              onClick={() => {
                if (!isBusy) onConfirm();
              }}
            >
              {text.confirmImport}
            </button>
          )}
        </Cluster>
      </Stack>
    </ModalDialog>
  );
};

const Import = ({ classId }: { classId: string }) => {
  const queryClient = useQueryClient();
  const previewing = useMutation({
    mutationFn: async (chosen: File) => {
      const file = await base64Of(chosen);
      return { file, preview: await call(importClassRoster, { classId, file, isPreview: true }) };
    },
  });
  const importing = useMutation({
    mutationFn: (file: string) => call(importClassRoster, { classId, file, isPreview: false }),
    onSuccess: () => {
      previewing.reset();
      return refreshClasses(queryClient);
    },
  });
  const handleFiles = ([file]: readonly File[]): void => {
    if (file === undefined) return;
    // The limit applies to the Base64 text that is sent, which has four characters for every three bytes of the file.
    if (file.size * 4 > LIMITS.rosterFileChars * 3) broadcast('toast', { kind: 'error', text: text.rosterTooLarge });
    else previewing.mutate(file);
  };
  const { data } = previewing;
  return (
    <>
      <p>
        <FileButton label={text.importRoster} accept=".xlsx,.csv" isBusy={previewing.isPending} onFiles={handleFiles}>
          {text.importRoster}
        </FileButton>
      </p>
      {data === undefined ? null : (
        <PreviewDialog
          preview={data.preview}
          isBusy={importing.isPending}
          onConfirm={() => importing.mutate(data.file)}
          onClose={previewing.reset}
        />
      )}
    </>
  );
};

export const ClassRoster = ({ classId, mayImport }: { classId: string; mayImport: boolean }) => {
  const userId = useSession((session) => session.userId);
  const { data, isError, refetch } = useQuery(classRosterQuery(userId, classId));
  if (data === undefined) {
    return isError ? (
      <LoadFailure text={recordsText.failed(text.roster)} retryLabel={recordsText.retry} onRetry={() => void refetch()} />
    ) : (
      <RecordsSkeleton label={recordsText.loading} />
    );
  }
  if (data.items.length === 0) {
    return (
      <EmptyState title={text.noRoster}>
        <p>{text.rosterLead}</p>
        {mayImport ? <Import classId={classId} /> : null}
      </EmptyState>
    );
  }
  return (
    <Stack gap={16}>
      <Text as="p" tone="soft">
        {text.rosterCounts(data.items.length, data.items.filter(({ hasJoined }) => !hasJoined).length)}
      </Text>
      {mayImport ? <Import classId={classId} /> : null}
      <RecordTable caption={text.roster} columns={columns} rows={data.items} keyOf={({ studentNo }) => studentNo} />
    </Stack>
  );
};
