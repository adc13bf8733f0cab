/** Admin list of the dictionaries in which readers look up words: import with progress, license, removal. */
import { type Dictionary, type DictionaryImport, deleteDictionary, LIMITS } from '@shufang/contract';
import { Block, buttonClass, Cluster, FileButton, type RecordColumn, RecordList, RecordTable, StateBadge, Text } from '@shufang/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../platform/api/client.ts';
import { chineseDates } from '../../../platform/chinese-dates.ts';
import { adminDictionariesText as text } from '../../../platform/messages/zh-cn/admin-dictionaries.ts';
import { recordsText } from '../../../platform/messages/zh-cn/records.ts';
import { ReasonDialogWithDraft } from '../../../platform/records/reason-dialog-with-draft.tsx';
import { useRecordPages } from '../../../platform/records/use-record-pages.ts';
import { ImportDictionaryDialog } from './import-dictionary-dialog.tsx';
import { dictionariesQuery, isRunning } from './queries.ts';

const time = chineseDates({ dateStyle: 'medium', timeStyle: 'short' });

const Remove = ({ dictionary: { id, name } }: { dictionary: Dictionary }) => {
  const queryClient = useQueryClient();
  const [isConfirming, setConfirming] = useState(false);
  const removing = useMutation({
    mutationFn: (reason: string) => call(deleteDictionary, { id, reason }),
    onSuccess: () => setConfirming(false),
    onSettled: () => queryClient.invalidateQueries({ queryKey: dictionariesQuery().queryKey }),
  });
  return (
    <>
      <button type="button" className={buttonClass('quiet')} aria-label={text.deleteOf(name)} onClick={() => setConfirming(true)}>
        {text.delete}
      </button>
      {isConfirming ? (
        <ReasonDialogWithDraft
          form={`delete-dictionary:${id}`}
          title={text.deleteOf(name)}
          lead={text.deleteLead}
          label={text.reason}
          needText={text.reasonNeeded}
          maxLength={LIMITS.operatorReasonChars}
          confirmLabel={text.delete}
          isDestructive
          cancelLabel={text.cancel}
          isBusy={removing.isPending}
          onConfirm={(reason) => removing.mutateAsync(reason)}
          onClose={() => setConfirming(false)}
        />
      ) : null}
    </>
  );
};

const columns: readonly RecordColumn<Dictionary>[] = [
  { name: text.name, kind: 'head', render: ({ name }) => name },
  { name: text.format, render: ({ format }) => text.formats[format] },
  { name: text.entries, kind: 'figure', render: ({ entries }) => text.entriesOf(entries) },
  { name: text.license, render: ({ license }) => <Block breakWords>{license}</Block> },
  { name: text.imported, kind: 'figure', render: ({ importedAt }) => time.format(importedAt) },
  { name: recordsText.actions, kind: 'actions', render: (dictionary) => <Remove dictionary={dictionary} /> },
];

const resultOf = ({ state, entries, detail }: DictionaryImport): string => {
  if (state === 'refused') return detail;
  if (state === 'failed') return text.failed;
  return entries === 0 ? '' : text.read(entries);
};

const importColumns: readonly RecordColumn<DictionaryImport>[] = [
  { name: text.name, kind: 'head', render: ({ name, fileNames }) => name || fileNames.join('、') },
  { name: text.files, render: ({ fileNames }) => <Block breakWords>{fileNames.join('、')}</Block> },
  {
    name: recordsText.state,
    render: (each) => (
      <StateBadge tone={each.state === 'done' ? 'good' : isRunning(each) ? 'wait' : 'stop'}>{text.states[each.state]}</StateBadge>
    ),
  },
  { name: text.entries, render: resultOf },
  { name: text.imported, kind: 'figure', render: ({ createdAt }) => time.format(createdAt) },
];

const Imports = ({ imports }: { imports: readonly DictionaryImport[] }) => {
  const running = imports.find(isRunning);
  if (imports.length === 0) return null;
  return (
    <section aria-labelledby="dictionary-imports">
      <Text id="dictionary-imports" as="h2" size={18} marginBottom={12}>
        {text.imports}
      </Text>
      <p role="status" hidden={running === undefined}>
        {running ? `${text.states[running.state]} ${running.name || running.fileNames.join('、')} ${resultOf(running)}` : ''}
      </p>
      <RecordTable caption={text.importsWhat} columns={importColumns} rows={imports} keyOf={({ id }) => id} />
    </section>
  );
};

export const AdminDictionaries = () => {
  const query = useQuery(dictionariesQuery());
  const [files, setFiles] = useState<readonly File[]>();
  const records = useRecordPages(query, recordsText.failed(text.what));
  return (
    <>
      <Cluster gap={12} marginBottom={20}>
        <FileButton multiple label={text.chooseLabel} className={buttonClass('main')} onFiles={setFiles}>
          {text.choose}
        </FileButton>
      </Cluster>
      <RecordList pages={records} empty={{ title: text.none, children: <p>{text.noneHint}</p> }}>
        {(rows) => <RecordTable caption={text.what} columns={columns} rows={rows} keyOf={({ id }) => id} />}
      </RecordList>
      <Imports imports={query.data?.imports ?? []} />
      {files === undefined ? null : <ImportDictionaryDialog files={files} onClose={() => setFiles(undefined)} />}
    </>
  );
};
