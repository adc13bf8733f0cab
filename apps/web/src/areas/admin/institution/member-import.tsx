/** Imports the members of an institution from a file: first a preview of what the import would do, with the errors by line. */
import { importInstitutionMembers, LIMITS, type OutputOf } from '@shufang/contract';
import { buttonClass, CheckboxOption, Cluster, Column, FileButton, Panel, type RecordColumn, RecordTable, Stack, Text } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { base64Of } from '../../../platform/api/base64-of.ts';
import { call } from '../../../platform/api/client.ts';
import { broadcast } from '../../../platform/events/broadcasts.ts';
import { adminInstitutionsText as text } from '../../../platform/messages/zh-cn/admin-institutions.ts';
import styles from './admin-institutions.module.css';

type Preview = OutputOf<typeof importInstitutionMembers>;
type Member = Preview['members'][number];

const columns: readonly RecordColumn<Member>[] = [
  { name: text.memberName, kind: 'head', render: ({ name, studentNo, phone }) => name || studentNo || phone },
  { name: text.memberNo, render: ({ studentNo }) => <span>{studentNo}</span> },
  { name: text.memberPhone, render: ({ phone }) => <span>{phone}</span> },
  { name: text.change, render: ({ change }) => <span>{text.changes[change]}</span> },
  { name: text.line, kind: 'figure', render: ({ line }) => (line === undefined ? '' : String(line)) },
];

interface PreviewPanelProps {
  readonly preview: Preview;
  readonly isBusy: boolean;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

const PreviewPanel = ({ preview, isBusy, onConfirm, onCancel }: PreviewPanelProps) => {
  const { added, changed, removed, unchanged, members } = preview;
  const count = added + changed + removed;
  return (
    <Panel>
      <Stack gap={16} as="section" aria-label={text.preview}>
        <div role="status">
          <p>{text.previewCounts(added, changed, removed, unchanged)}</p>
          <Text as="p" size={13} tone="faint">
            {count === 0 ? text.nothingChanges : text.previewLead} {count > members.length ? text.previewMore(members.length) : null}
          </Text>
        </div>
        {count === 0 ? null : (
          <RecordTable
            caption={text.preview}
            columns={columns}
            rows={members}
            keyOf={({ line, studentNo, phone, change }) => `${change} ${line ?? ''} ${studentNo} ${phone}`}
          />
        )}
        <Cluster gap={12} justify="end">
          <button type="button" className={buttonClass('quiet')} onClick={onCancel}>
            {text.cancelImport}
          </button>
          {count === 0 ? null : (
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
    </Panel>
  );
};

export const MemberImport = ({ institutionId }: { institutionId: string }) => {
  const queryClient = useQueryClient();
  const id = useId();
  const [replace, setReplace] = useState(false);
  const previewing = useMutation({
    mutationFn: async (chosen: File) => {
      const file = await base64Of(chosen);
      return { file, preview: await call(importInstitutionMembers, { institutionId, file, replace, isPreview: true }) };
    },
  });
  const importing = useMutation({
    mutationFn: (file: string) => call(importInstitutionMembers, { institutionId, file, replace }),
    onSuccess: previewing.reset,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['institution'] }),
  });
  const handleFile = (file: File): void => {
    // The limit applies to the Base64 text that is sent, which has four characters for every three bytes of the file.
    if (file.size * 4 > LIMITS.rosterFileChars * 3) broadcast('toast', { kind: 'error', text: text.tooLarge });
    else previewing.mutate(file);
  };
  const { data } = previewing;
  const rowErrors = data?.preview.errors ?? [];
  return (
    <Column gap={20}>
      <p>
        <FileButton
          label={text.import}
          accept=".xlsx,.csv"
          isBusy={previewing.isPending}
          aria-describedby={`${id}-hint`}
          onFiles={(files) => files.slice(0, 1).forEach(handleFile)}
        >
          {text.import}
        </FileButton>
      </p>
      <Text id={`${id}-hint`} as="p" block size={13} tone="faint" weight={400} breakWords>
        {text.importHint}
      </Text>
      <CheckboxOption
        look="small"
        className={styles.check}
        checked={replace}
        onChange={(checked) => {
          // Who is removed depends on it, so the preview would no longer be true.
          setReplace(checked);
          previewing.reset();
        }}
      >
        {text.replace}
      </CheckboxOption>
      {rowErrors.length === 0 ? null : (
        <div role="alert">
          <p>{text.errors}</p>
          <ul className={styles.errors}>
            {rowErrors.map(({ line, reason }) => (
              <li key={line}>{text.rowError(line, reason)}</li>
            ))}
          </ul>
        </div>
      )}
      {data === undefined || rowErrors.length > 0 ? null : (
        <PreviewPanel
          preview={data.preview}
          isBusy={importing.isPending}
          onConfirm={() => importing.mutate(data.file)}
          onCancel={previewing.reset}
        />
      )}
    </Column>
  );
};
