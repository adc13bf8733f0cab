/** The questions of a bank: filters, pages, and a selection that is moved, copied, archived or exported. */
import {
  LIMITS,
  QUESTION_TYPES,
  type QuestionBankDetails,
  type QuestionSummary,
  questionStatus,
  setQuestionStatus,
} from '@shufang/contract';
import {
  buttonClass,
  CheckboxOption,
  Cluster,
  type RecordColumn,
  RecordList,
  RecordTable,
  SelectField,
  Text,
  TextField,
} from '@shufang/ui';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { type QuestionFilters, questionsQuery, refreshQuestions } from '../../../features/question/queries.ts';
import { call } from '../../../platform/api/client.ts';
import { practiceText } from '../../../platform/messages/zh-cn/practice.ts';
import { questionsText as text } from '../../../platform/messages/zh-cn/questions.ts';
import { recordsText } from '../../../platform/messages/zh-cn/records.ts';
import { ChoiceField } from '../../../platform/records/choice-field.tsx';
import { useRecordPages } from '../../../platform/records/use-record-pages.ts';
import { useUrlFilters } from '../../../platform/records/use-url-filters.ts';
import { useSession } from '../../../platform/session/session.ts';
import { ExportDialog } from './export-dialog.tsx';
import styles from './questions.module.css';
import { TransferDialog } from './transfer-dialog.tsx';

/** Returns the choice with a value of the URL; undefined for any other. */
const choiceOf = <Choice extends string>(choices: readonly Choice[], value: string): Choice | undefined =>
  choices.find((choice) => choice === value);

const labelsOf = ({ tags, knowledgePoints, difficulty }: QuestionSummary): string =>
  [...tags, ...knowledgePoints, ...(difficulty === undefined ? [] : [text.difficulty(difficulty)])].join(' · ');

const columnsOf = (
  bankId: string,
  selected: ReadonlySet<string>,
  onSelect: (id: string) => void,
): readonly RecordColumn<QuestionSummary>[] => [
  {
    name: text.question.text,
    kind: 'head',
    render: ({ id, title, excerpt }) => {
      const shown = title === '' ? excerpt : title;
      return (
        <span className={styles.choose}>
          <CheckboxOption aria-label={text.select(shown)} checked={selected.has(id)} onChange={() => onSelect(id)}>
            {null}
          </CheckboxOption>
          <Text to={`/bank/${bankId}/question/${id}`} as={Link} tone="accent" className={styles.excerpt ?? ''}>
            {shown === '' ? text.untitled : shown}
          </Text>
        </span>
      );
    },
  },
  { name: text.question.type, render: ({ type }) => <span>{practiceText.types[type]}</span> },
  { name: text.question.points, kind: 'figure', render: ({ maximumMilli }) => text.points(maximumMilli) },
  { name: text.question.labels, render: (question) => <span>{labelsOf(question) || '—'}</span> },
  { name: text.question.updatedAt, render: ({ updatedAt }) => <Text whiteSpace="nowrap">{text.dateOf(updatedAt)}</Text> },
];

interface SelectionProps {
  readonly bank: QuestionBankDetails;
  readonly ids: readonly string[];
  readonly status: 'active' | 'archived';
  readonly onDone: () => void;
}

const Selection = ({ bank, ids, status, onDone }: SelectionProps) => {
  const queryClient = useQueryClient();
  const [transfer, setTransfer] = useState<'move' | 'copy'>();
  const [isExporting, setExporting] = useState(false);
  const changing = useMutation({
    mutationFn: () => call(setQuestionStatus, { bankId: bank.id, ids: [...ids], status: status === 'active' ? 'archived' : 'active' }),
    onSuccess: onDone,
    onSettled: () => refreshQuestions(queryClient),
  });
  const isTooMany = ids.length > LIMITS.questionsPerCall;
  const mayEdit = bank.right !== 'view' && bank.status === 'active';
  const action = (label: string, onClick: () => void) => (
    <button
      type="button"
      className={buttonClass('quiet')}
      aria-disabled={isTooMany || changing.isPending}
      onClick={() => {
        if (!isTooMany && !changing.isPending) onClick();
      }}
    >
      {label}
    </button>
  );
  return (
    <div className={styles.selection}>
      <Cluster gap={12} align="center">
        <span role="status">{isTooMany ? text.tooManySelected(LIMITS.questionsPerCall) : text.selected(ids.length)}</span>
        {mayEdit ? action(text.move, () => setTransfer('move')) : null}
        {action(text.copy, () => setTransfer('copy'))}
        {action(text.exportAll, () => setExporting(true))}
        {mayEdit ? action(status === 'active' ? text.archive : text.restore, () => changing.mutate()) : null}
        <button type="button" className={buttonClass('quiet')} onClick={onDone}>
          {text.clearSelection}
        </button>
      </Cluster>
      {isExporting ? <ExportDialog bank={bank} ids={ids} onClose={() => setExporting(false)} /> : null}
      {transfer === undefined ? null : (
        <TransferDialog
          bank={bank}
          ids={ids}
          kind={transfer}
          onDone={() => {
            setTransfer(undefined);
            onDone();
          }}
          onClose={() => setTransfer(undefined)}
        />
      )}
    </div>
  );
};

const NO_FOLDER = 'none';

/** Returns the choices of a select field for free labels, the selected one included. */
const labelChoices = (labels: readonly string[], selected: string) => [
  { value: '', label: recordsText.all },
  ...[...new Set(selected === '' ? labels : [...labels, selected])].map((label) => ({ value: label, label })),
];

export const QuestionList = ({ bank }: { readonly bank: QuestionBankDetails }) => {
  const userId = useSession((session) => session.userId);
  const { valueOf, change, clear } = useUrlFilters();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const status = choiceOf(questionStatus.options, valueOf('status')) ?? 'active';
  const type = choiceOf(QUESTION_TYPES, valueOf('type'));
  const [folderId, tag, knowledgePoint, query] = [valueOf('folder'), valueOf('tag'), valueOf('point'), valueOf('q')];
  const isFiltered = type !== undefined || [folderId, tag, knowledgePoint, query].some((value) => value !== '');
  const filters: QuestionFilters = {
    status,
    ...(type === undefined ? {} : { type }),
    ...(folderId === '' ? {} : { folderId }),
    ...(tag === '' ? {} : { tag }),
    ...(knowledgePoint === '' ? {} : { knowledgePoint }),
    ...(query === '' ? {} : { text: query }),
  };
  const pages = useRecordPages(useInfiniteQuery(questionsQuery(userId, bank.id, filters)), recordsText.failed(text.what));
  const handleSelect = (id: string): void => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    setSelected(next);
  };
  const fields = (
    <>
      <TextField
        label={text.search}
        type="search"
        maxLength={LIMITS.questionSearchChars}
        value={query}
        onChange={(value) => change('q', value)}
      />
      {bank.folders.length === 0 ? null : (
        <SelectField
          label={text.folder}
          options={[
            { value: '', label: recordsText.all },
            { value: NO_FOLDER, label: text.noFolder },
            ...bank.folders.map(({ id, name, questions }) => ({ value: id, label: recordsText.counted(name, questions) })),
          ]}
          value={folderId}
          onChange={(value) => change('folder', value)}
        />
      )}
      <ChoiceField name="type" label={text.type} choices={QUESTION_TYPES} labels={practiceText.types} value={type} change={change} />
      {bank.tags.length === 0 ? null : (
        <SelectField label={text.tag} options={labelChoices(bank.tags, tag)} value={tag} onChange={(value) => change('tag', value)} />
      )}
      {bank.knowledgePoints.length === 0 ? null : (
        <SelectField
          label={text.knowledgePoint}
          options={labelChoices(bank.knowledgePoints, knowledgePoint)}
          value={knowledgePoint}
          onChange={(value) => change('point', value)}
        />
      )}
      <SelectField
        label={text.status}
        options={questionStatus.options.map((value) => ({ value, label: text.statuses[value] }))}
        value={status}
        onChange={(value) => change('status', value === 'active' ? '' : value)}
      />
    </>
  );
  return (
    <>
      <RecordList
        pages={pages}
        filters={{ label: text.filters, fields }}
        empty={
          isFiltered || status !== 'active'
            ? {
                title: text.noneFound,
                children: (
                  <>
                    <p>{text.noneFoundHint}</p>
                    <button type="button" className={buttonClass('quiet')} onClick={clear}>
                      {text.clearFilters}
                    </button>
                  </>
                ),
              }
            : { title: text.noQuestions, children: <p>{text.noQuestionsHint}</p> }
        }
      >
        {(questions) => (
          <>
            <CheckboxOption
              checked={questions.every(({ id }) => selected.has(id))}
              onChange={(isChecked) => setSelected(isChecked ? new Set(questions.map(({ id }) => id)) : new Set())}
            >
              {text.selectAll}
            </CheckboxOption>
            <RecordTable caption={text.what} columns={columnsOf(bank.id, selected, handleSelect)} rows={questions} keyOf={({ id }) => id} />
          </>
        )}
      </RecordList>
      {selected.size === 0 ? null : <Selection bank={bank} ids={[...selected]} status={status} onDone={() => setSelected(new Set())} />}
    </>
  );
};
