/** Exports the platform settings as a file, and imports such a file after showing what it changes. */
import { exportSettings, importSettings, type OutputOf } from '@shufang/contract';
import { buttonClass, Cluster, ConfirmDialog, FileButton, RecordCard, Text } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isRefusal } from '../../../platform/api/api-error.ts';
import { call } from '../../../platform/api/client.ts';
import { saveFile } from '../../../platform/api/save-file.ts';
import { adminText } from '../../../platform/messages/zh-cn/admin.ts';
import { settingsText as text } from '../../../platform/messages/zh-cn/settings.ts';
import styles from './settings.module.css';

type Changes = OutputOf<typeof importSettings>['changes'];

interface Compared {
  readonly fileName: string;
  readonly content: string;
  readonly changes: Changes;
}

const ChangeTable = ({ changes }: { changes: Changes }) => (
  <table className={styles.changes}>
    <thead>
      <tr>
        <th scope="col">{text.setting}</th>
        <th scope="col">{text.before}</th>
        <th scope="col">{text.after}</th>
      </tr>
    </thead>
    <tbody>
      {changes.map(({ name, before, after }) => (
        <tr key={name}>
          <th scope="row">{text.fields[name]}</th>
          <td>{before === '' ? text.empty : before}</td>
          <td>{after === '' ? text.empty : after}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

export const SettingsTransfer = () => {
  const queryClient = useQueryClient();
  const [compared, setCompared] = useState<Compared>();
  const [error, setError] = useState<string>();
  const exporting = useMutation({
    mutationFn: () => call(exportSettings, {}),
    onSuccess: (file) => {
      const content = new Blob([JSON.stringify(file, null, 2)], { type: 'application/json' });
      saveFile(text.fileName(file.exportedAt.slice(0, 10)), content);
    },
  });
  const comparing = useMutation({
    mutationFn: async ({ fileName, content }: Pick<Compared, 'fileName' | 'content'>): Promise<Compared> => {
      const { changes } = await call(importSettings, { text: content });
      return { fileName, content, changes };
    },
    meta: { claims: ['settings.fileInvalid'] },
    onSuccess: setCompared,
    onError: (failure) => {
      if (isRefusal(failure, 'settings.fileInvalid')) setError(failure.message);
    },
  });
  const importing = useMutation({
    mutationFn: (content: string) => call(importSettings, { text: content, apply: true }),
    onSuccess: () => {
      setCompared(undefined);
      void queryClient.invalidateQueries({ queryKey: ['help', 'contact'] });
      return queryClient.invalidateQueries({ queryKey: ['settings'] });
    },
  });
  const handleFile = async (file: File): Promise<void> => {
    setError(undefined);
    try {
      comparing.mutate({ fileName: file.name, content: await file.text() });
    } catch {
      // The browser cannot read the file: it was removed after the operator chose it, or access was denied.
      setError(text.unreadable);
    }
  };
  return (
    <RecordCard title={text.transferTitle}>
      <Text as="p" size={13} tone="faint" marginBottom={16}>
        {text.transferHint}
      </Text>
      <Cluster gap={12}>
        <button
          type="button"
          className={buttonClass('quiet')}
          aria-disabled={exporting.isPending}
          onClick={() => {
            if (!exporting.isPending) exporting.mutate();
          }}
        >
          {text.exportLabel}
        </button>
        <FileButton
          label={text.importLabel}
          accept=".json,application/json"
          isBusy={comparing.isPending}
          onFiles={(files) => files.slice(0, 1).forEach((file) => void handleFile(file))}
        >
          {text.importLabel}
        </FileButton>
      </Cluster>
      {error === undefined ? null : <p role="alert">{error}</p>}
      {compared === undefined ? null : (
        <ConfirmDialog
          title={text.importTitle}
          confirmLabel={compared.changes.length === 0 ? adminText.close : text.importConfirm}
          cancelLabel={adminText.cancel}
          isBusy={importing.isPending}
          onConfirm={() => (compared.changes.length === 0 ? setCompared(undefined) : importing.mutate(compared.content))}
          onClose={() => setCompared(undefined)}
        >
          <p>{compared.changes.length === 0 ? text.importSame(compared.fileName) : text.importLead(compared.fileName)}</p>
          {compared.changes.length === 0 ? null : <ChangeTable changes={compared.changes} />}
        </ConfirmDialog>
      )}
    </RecordCard>
  );
};
