/** `/bank/:id/import`: questions of a file or a text, looked at and corrected before they enter the bank. */
import type { QuestionBankDetails } from '@shufang/contract';
import {
  Button,
  buttonClass,
  Cluster,
  EmptyState,
  FileButton,
  PageHeader,
  SelectField,
  Stack,
  Tabs,
  Text,
  TextAreaField,
  TextField,
} from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { RecordPage, RecordPending } from '../../../features/account/record-page.tsx';
import { UserMenu } from '../../../features/account/user-menu.tsx';
import { questionBankQuery } from '../../../features/question/queries.ts';
import { useForm } from '../../../platform/forms/use-form.ts';
import { questionImportText as text } from '../../../platform/messages/zh-cn/question-import.ts';
import { questionsText } from '../../../platform/messages/zh-cn/questions.ts';
import { useSession } from '../../../platform/session/session.ts';
import { ImportItemCard } from './import-item-card.tsx';
import type { ImportFile } from './import-items.ts';
import styles from './questions.module.css';
import { useImport } from './use-import.ts';

/** Number of items that are added at a time, because each has the controls of a question. */
const SHOWN_AT_ONCE = 30;

const VERDICTS = ['all', 'certain', 'check', 'refused'] as const;
type Shown = (typeof VERDICTS)[number];

type ImportState = ReturnType<typeof useImport>;

const SourceFields = ({ bankId, state }: { readonly bankId: string; readonly state: ImportState }) => {
  const form = useForm({ initial: { pasted: '' }, draft: `import:${bankId}` });
  const [problem, setProblem] = useState<string>();
  const handleFiles = async ([file]: readonly File[]): Promise<void> => {
    if (file === undefined) return;
    setProblem(undefined);
    state.read(new Uint8Array(await file.arrayBuffer()), file.name);
  };
  return (
    <Stack
      as="form"
      gap={20}
      noValidate
      onSubmit={form.handleSubmit(({ pasted }) => {
        setProblem(pasted.trim() === '' ? text.needsText : undefined);
        if (pasted.trim() !== '') state.read(new TextEncoder().encode(pasted), '');
      })}
    >
      <div>
        <FileButton label={text.file} onFiles={(files) => void handleFiles(files)}>
          {text.file}
        </FileButton>
        <Text as="p" size={13} tone="soft">
          {text.fileHint}
        </Text>
      </div>
      <TextAreaField label={text.paste} hint={text.pasteHint} error={problem ?? state.problem} rows={12} {...form.register('pasted')} />
      <Cluster>
        <Button type="submit">{text.read}</Button>
      </Cluster>
    </Stack>
  );
};

interface PreviewProps {
  readonly bank: QuestionBankDetails;
  readonly file: ImportFile;
  readonly state: ImportState;
}

const Items = ({ bank, file, state }: PreviewProps) => {
  const [shown, setShown] = useState<Shown>('all');
  const [count, setCount] = useState(SHOWN_AT_ONCE);
  const countOf = (verdict: Shown): number =>
    verdict === 'all' ? file.items.length : file.items.filter((item) => item.verdict === verdict).length;
  const items = file.items.filter(({ verdict }) => shown === 'all' || verdict === shown);
  return (
    <Tabs
      label={text.show}
      tabs={VERDICTS.map((value) => ({ value, label: value === 'all' ? text.all : text.verdicts[value], count: countOf(value) }))}
      value={shown}
      onChange={(value) => {
        setShown(value);
        setCount(SHOWN_AT_ONCE);
      }}
    >
      <Stack gap={16}>
        {items.slice(0, count).map((item) => (
          <ImportItemCard key={item.id} bank={bank} item={item} number={item.id + 1} onChange={state.setItem} />
        ))}
        {items.length > count ? (
          <Cluster justify="center">
            <Button variant="quiet" onClick={() => setCount(count + SHOWN_AT_ONCE)}>
              {text.more}
            </Button>
          </Cluster>
        ) : null}
      </Stack>
    </Tabs>
  );
};

const Preview = ({ bank, file, state }: PreviewProps) => {
  const form = useForm({ initial: { folderId: '', tags: '' } });
  const chosen = file.items.filter(({ isChosen, isImported }) => isChosen && !isImported).length;
  const left = file.items.filter(({ isImported }) => !isImported).length;
  const status = (): string => {
    if (state.isStoring) return text.progress(state.done, state.done + chosen);
    if (state.hasFailed) return text.stopped(state.done, chosen);
    if (!state.isStored) return '';
    return left === 0 ? text.finished(state.done) : `${text.finished(state.done)}。${text.leftOut(left)}`;
  };
  return (
    <Stack gap={24}>
      <Cluster gap={12} align="center" justify="between">
        <Text as="p" weight={600}>
          {text.resultOf(file.fileName, file.items.length)}
        </Text>
        <Button variant="quiet" onClick={state.startAgain}>
          {text.startAgain}
        </Button>
      </Cluster>
      <Items bank={bank} file={file} state={state} />
      <Stack
        as="form"
        gap={16}
        className={styles.selection}
        noValidate
        onSubmit={form.handleSubmit(() => {
          if (chosen > 0) state.store(form.values);
        })}
      >
        <Cluster gap={12} align="start">
          <SelectField
            label={text.folder}
            options={[{ value: '', label: text.noFolder }, ...bank.folders.map(({ id, name }) => ({ value: id, label: name }))]}
            {...form.register('folderId')}
          />
          <TextField label={text.tags} {...form.register('tags')} />
        </Cluster>
        <Cluster gap={16} align="center">
          <button type="submit" className={buttonClass()} aria-disabled={chosen === 0 || state.isStoring}>
            {text.submit(chosen)}
          </button>
          <span role="status">{status()}</span>
          {state.isStored ? (
            <Link to={`/bank/${bank.id}`} className={buttonClass('quiet')}>
              {text.toBank}
            </Link>
          ) : null}
        </Cluster>
      </Stack>
    </Stack>
  );
};

const Import = ({ bank }: { readonly bank: QuestionBankDetails }) => {
  const state = useImport(bank.id);
  return state.file === undefined ? (
    <SourceFields bankId={bank.id} state={state} />
  ) : (
    <Preview bank={bank} file={state.file} state={state} />
  );
};

const Loaded = ({ id }: { readonly id: string }) => {
  const userId = useSession((session) => session.userId);
  const { data, error, refetch } = useQuery(questionBankQuery(userId, id));
  if (data === undefined)
    return (
      <RecordPending
        title={text.title}
        what={questionsText.banksWhat}
        error={error}
        onRetry={() => void refetch()}
        missingCodes={['question.bankNotFound', 'request.invalid', 'forbidden']}
        missing={{
          title: questionsText.bankNotFound,
          hint: questionsText.bankNotFoundHint,
          link: { to: '/user/teacher', text: questionsText.toBanks },
        }}
      />
    );
  const mayImport = data.right !== 'view' && data.status === 'active';
  return (
    <>
      <PageHeader title={text.title} lead={`${data.name} · ${text.lead}`}>
        <Link to={`/bank/${id}`} className={buttonClass('quiet')}>
          {questionsText.backTo(data.name)}
        </Link>
      </PageHeader>
      <UserMenu />
      {mayImport ? <Import bank={data} /> : <EmptyState title={text.readOnly} />}
    </>
  );
};

export const Component = () => {
  const { id = '' } = useParams();
  return (
    <RecordPage title={text.title} signedOutText={text.signedOut}>
      <Loaded key={id} id={id} />
    </RecordPage>
  );
};
