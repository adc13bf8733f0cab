/** One item of an import: what was understood beside its source, its corrections, and whether it is taken. */
import { questionType } from '@shufang/assessment';
import type { QuestionBankDetails } from '@shufang/contract';
import { Button, CheckboxOption, Cluster, RecordCard, Stack, StateBadge, Text, TextAreaField, TextButton } from '@shufang/ui';
import { useState } from 'react';
import { PracticeSolution } from '../../../features/practice/practice-solution.tsx';
import { QuestionForm } from '../../../features/practice/question-form.tsx';
import { practiceText } from '../../../platform/messages/zh-cn/practice.ts';
import { questionEditorText } from '../../../platform/messages/zh-cn/question-editor.ts';
import { questionImportText as text } from '../../../platform/messages/zh-cn/question-import.ts';
import type { EditedQuestion } from './edited-question.ts';
import { findFormProblems } from './find-form-problems.ts';
import { formFromQuestion } from './form-from-question.ts';
import { corrected, type ImportItem, readSourceAgain } from './import-items.ts';
import { Problems, QuestionFields } from './question-fields.tsx';
import { questionFromForm } from './question-from-form.ts';
import styles from './questions.module.css';

const TONES = { certain: 'good', check: 'wait', refused: 'stop' } as const;

interface ItemProps {
  readonly bank: QuestionBankDetails;
  readonly item: ImportItem;
  readonly onChange: (item: ImportItem) => void;
}

/** The fields of the question of an item, in place. */
const ItemForm = ({ bank, item, onChange, onClose }: ItemProps & { readonly onClose: () => void }) => {
  const [edited, setEdited] = useState<EditedQuestion | undefined>(() =>
    item.question === undefined ? undefined : formFromQuestion(item.question, { tags: [], knowledgePoints: [] }),
  );
  const [problems, setProblems] = useState<readonly string[]>([]);
  if (edited === undefined) return null;
  const handleDone = (): void => {
    const question = questionFromForm(edited);
    const found = findFormProblems(question);
    setProblems(found);
    if (found.length > 0) return;
    onChange(corrected(item, question));
    onClose();
  };
  return (
    <Stack gap={20}>
      <QuestionFields bank={bank} edited={edited} onChange={setEdited} hasLabels={false} />
      <Problems problems={problems} />
      <Cluster gap={12}>
        <Button onClick={handleDone}>{text.done}</Button>
        <Button variant="quiet" onClick={onClose}>
          {text.cancel}
        </Button>
      </Cluster>
    </Stack>
  );
};

/** The source of an item, changed and read again. */
const SourceForm = ({ item, onChange, onClose }: Omit<ItemProps, 'bank'> & { readonly onClose: () => void }) => {
  const [source, setSource] = useState(item.source);
  const [problem, setProblem] = useState<string>();
  const handleRead = (): void => {
    let next: ImportItem | undefined;
    try {
      next = readSourceAgain(item, source);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : text.notOne);
      return;
    }
    if (next === undefined) setProblem(text.notOne);
    else {
      onChange(next);
      onClose();
    }
  };
  return (
    <Stack gap={12}>
      <TextAreaField
        label={text.source}
        error={problem}
        rows={Math.min(20, source.split('\n').length + 2)}
        value={source}
        onChange={setSource}
      />
      <Cluster gap={12}>
        <Button onClick={handleRead}>{text.readAgain}</Button>
        <Button variant="quiet" onClick={onClose}>
          {text.cancel}
        </Button>
      </Cluster>
    </Stack>
  );
};

const Understood = ({ item: { question, findings, problems } }: { readonly item: ImportItem }) => (
  <Stack gap={12}>
    {question === undefined ? null : (
      <>
        <QuestionForm
          view={question.view}
          response={{}}
          score={undefined}
          textHint={questionEditorText.answerHint}
          onResponse={() => undefined}
        />
        <PracticeSolution question={question} />
      </>
    )}
    {findings.length === 0 ? null : (
      <ul className={styles.findings}>
        {findings.map((finding) => (
          <li key={finding}>
            {finding === 'questionProblem'
              ? problems.map((problem) => questionEditorText.problems[problem]).join('；')
              : text.findings[finding]}
          </li>
        ))}
      </ul>
    )}
  </Stack>
);

export const ImportItemCard = ({ bank, item, number, onChange }: ItemProps & { readonly number: number }) => {
  const [shown, setShown] = useState<'question' | 'source'>();
  const handleClose = (): void => setShown(undefined);
  const { question, verdict } = item;
  const isUsable = question !== undefined && item.problems.length === 0;
  const badge = item.isImported ? (
    <StateBadge tone="good">{text.imported}</StateBadge>
  ) : (
    <StateBadge tone={item.isCorrected && isUsable ? 'good' : TONES[verdict]}>
      {item.isCorrected && isUsable ? text.corrected : text.verdicts[verdict]}
    </StateBadge>
  );
  const type = question === undefined ? text.unknownType : practiceText.types[questionType(question)];
  return (
    <RecordCard isListed title={text.itemTitle(number, type)} badge={badge}>
      {shown === 'question' ? <ItemForm bank={bank} item={item} onChange={onChange} onClose={handleClose} /> : null}
      {shown === 'source' ? <SourceForm item={item} onChange={onChange} onClose={handleClose} /> : null}
      {shown === undefined ? (
        <Stack gap={16}>
          <div className={styles.beside}>
            <Understood item={item} />
            <div>
              <Text as="p" size={13} tone="soft">
                {text.sourceOf(item.line)}
              </Text>
              {/* A long source scrolls by keyboard. */}
              {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable region */}
              <pre className={styles.source} tabIndex={0}>
                {item.source}
              </pre>
            </div>
          </div>
          {item.isImported ? null : (
            <Cluster gap={16} align="center">
              {isUsable ? (
                <CheckboxOption
                  aria-label={text.takeOf(number)}
                  checked={item.isChosen}
                  onChange={(isChosen) => onChange({ ...item, isChosen })}
                >
                  {text.take}
                </CheckboxOption>
              ) : null}
              {question === undefined ? null : (
                <TextButton aria-label={text.editOf(number)} onClick={() => setShown('question')}>
                  {text.edit}
                </TextButton>
              )}
              {item.isCorrected && question !== undefined ? null : (
                <TextButton aria-label={text.editSourceOf(number)} onClick={() => setShown('source')}>
                  {text.editSource}
                </TextButton>
              )}
            </Cluster>
          )}
        </Stack>
      ) : null}
    </RecordCard>
  );
};
