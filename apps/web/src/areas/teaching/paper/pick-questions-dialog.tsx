/** Dialog that adds questions of a bank to a section of a paper. */
import { type DrawFilter, LIMITS, type QuestionSummary } from '@shufang/contract';
import { buttonClass, CheckboxOption, Cluster, ModalDialog, RecordList, Stack, Text, TextField } from '@shufang/ui';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { questionBankQuery, questionsQuery } from '../../../features/question/queries.ts';
import { paperText as text } from '../../../platform/messages/zh-cn/paper.ts';
import { practiceText } from '../../../platform/messages/zh-cn/practice.ts';
import { questionsText } from '../../../platform/messages/zh-cn/questions.ts';
import { recordsText } from '../../../platform/messages/zh-cn/records.ts';
import { useRecordPages } from '../../../platform/records/use-record-pages.ts';
import { useSession } from '../../../platform/session/session.ts';
import { BankField, NoBanks } from './bank-field.tsx';
import { FilterFields } from './filter-fields.tsx';
import styles from './paper.module.css';
import type { PaperForm } from './use-paper-form.ts';

export interface PickedQuestion {
  readonly bankId: string;
  readonly questionId: string;
}

interface PickQuestionsDialogProps {
  readonly banks: PaperForm['banks'];
  /** Questions that the paper has. */
  readonly present: ReadonlySet<string>;
  readonly onAdd: (picked: readonly PickedQuestion[]) => void;
  readonly onClose: () => void;
}

const nameOf = ({ title, excerpt }: QuestionSummary): string => {
  const shown = title === '' ? excerpt : title;
  return shown === '' ? questionsText.untitled : shown;
};

const Question = ({
  question,
  isPresent,
  isPicked,
  onPick,
}: {
  readonly question: QuestionSummary;
  readonly isPresent: boolean;
  readonly isPicked: boolean;
  readonly onPick: () => void;
}) => {
  const reason = isPresent ? text.inPaper : question.type === 'upload' ? text.withFile : undefined;
  const notes = [
    practiceText.types[question.type],
    questionsText.points(question.maximumMilli),
    ...(question.difficulty === undefined ? [] : [text.difficultyOf(question.difficulty)]),
    ...question.knowledgePoints,
    ...question.tags,
    ...(reason === undefined ? [] : [reason]),
  ];
  return (
    <li className={styles.candidate}>
      <CheckboxOption
        align="start"
        checked={isPicked || isPresent}
        disabled={reason !== undefined}
        aria-label={text.choose(nameOf(question))}
        onChange={onPick}
      >
        <span className={styles.excerpt}>{nameOf(question)}</span>
      </CheckboxOption>
      <Text as="p" size={13} tone="soft">
        {notes.join(' · ')}
      </Text>
    </li>
  );
};

export const PickQuestionsDialog = ({ banks, present, onAdd, onClose }: PickQuestionsDialogProps) => {
  const userId = useSession((session) => session.userId);
  const usable = banks.filter(({ status, questions }) => status === 'active' && questions > 0);
  const [chosenBank, setBank] = useState('');
  const [filter, setFilter] = useState<DrawFilter>({});
  const [query, setQuery] = useState('');
  const [picked, setPicked] = useState<readonly PickedQuestion[]>([]);
  const bankId = chosenBank === '' ? (usable[0]?.id ?? '') : chosenBank;
  const bank = useQuery({ ...questionBankQuery(userId, bankId), enabled: bankId !== '' });
  const filters = { ...filter, status: 'active' as const, ...(query === '' ? {} : { text: query }) };
  const found = useInfiniteQuery({ ...questionsQuery(userId, bankId, filters), enabled: userId !== undefined && bankId !== '' });
  const pages = useRecordPages(found, recordsText.failed(text.what));
  const toggle = (questionId: string): void =>
    setPicked(
      picked.some((each) => each.questionId === questionId)
        ? picked.filter((each) => each.questionId !== questionId)
        : [...picked, { bankId, questionId }],
    );
  return (
    <ModalDialog title={text.pickTitle} onClose={onClose}>
      {usable.length === 0 ? (
        <NoBanks />
      ) : (
        <Stack gap={16}>
          <BankField
            banks={usable}
            value={bankId}
            onChange={(id) => {
              setBank(id);
              setFilter({});
            }}
          />
          <TextField label={questionsText.search} type="search" maxLength={LIMITS.questionSearchChars} value={query} onChange={setQuery} />
          <FilterFields bank={bank.data} filter={filter} onChange={setFilter} />
          <div className={styles.candidates}>
            <RecordList
              pages={pages}
              empty={{
                title: text.noneFound,
                children: (
                  <>
                    <p>{text.noneFoundHint}</p>
                    <Link to={`/bank/${bankId}`}>{text.toBank}</Link>
                  </>
                ),
              }}
            >
              {(rows) => (
                <ul className={styles.plain}>
                  {rows.map((question) => (
                    <Question
                      key={question.id}
                      question={question}
                      isPresent={present.has(question.id)}
                      isPicked={picked.some(({ questionId }) => questionId === question.id)}
                      onPick={() => toggle(question.id)}
                    />
                  ))}
                </ul>
              )}
            </RecordList>
          </div>
          <Cluster gap={12} justify="end">
            <button type="button" className={buttonClass('quiet')} onClick={onClose}>
              {text.cancel}
            </button>
            <button
              type="button"
              className={buttonClass()}
              aria-disabled={picked.length === 0}
              onClick={() => {
                if (picked.length > 0) onAdd(picked);
              }}
            >
              {text.add(picked.length)}
            </button>
          </Cluster>
        </Stack>
      )}
    </ModalDialog>
  );
};
