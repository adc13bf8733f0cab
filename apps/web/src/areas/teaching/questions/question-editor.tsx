/** The editor of a question: text, interactions and labels beside the question as the student sees it. */
import type { BankQuestion, QuestionBankDetails } from '@shufang/contract';
import { buttonClass, Cluster, Stack, Text, TextButton } from '@shufang/ui';
import { questionEditorText as text } from '../../../platform/messages/zh-cn/question-editor.ts';
import { Problems, QuestionFields } from './question-fields.tsx';
import { QuestionPreview } from './question-preview.tsx';
import styles from './questions.module.css';
import { type QuestionFormState, useQuestionForm } from './use-question-form.ts';

/** What is stored instead, and what can be done about it. */
const Conflict = ({ form, newest }: { readonly form: QuestionFormState; readonly newest: BankQuestion }) => (
  <section className={styles.problems} role="alert">
    <Stack gap={12}>
      <Text as="h2" size={17} weight={600}>
        {text.conflictTitle}
      </Text>
      <p>{text.conflictLead(newest.versionNo)}</p>
      <QuestionPreview question={newest} />
      <Cluster gap={12}>
        <button type="button" className={buttonClass()} onClick={() => form.saveOver(newest)}>
          {text.keepMine}
        </button>
        <button type="button" className={buttonClass('quiet')} onClick={form.saveAsNew}>
          {text.saveAsNew}
        </button>
        <button type="button" className={buttonClass('quiet')} onClick={() => form.take(newest)}>
          {text.keepTheirs}
        </button>
      </Cluster>
    </Stack>
  </section>
);

interface QuestionEditorProps {
  readonly bank: QuestionBankDetails;
  /** Absent for a new question. */
  readonly stored?: BankQuestion | undefined;
}

export const QuestionEditor = ({ bank, stored }: QuestionEditorProps) => {
  const form = useQuestionForm(bank, stored);
  const handleSubmit = form.handleSubmit(form.save);
  return (
    <div className={styles.editor}>
      <Stack as="form" gap={24} noValidate onSubmit={handleSubmit}>
        {form.isRestored ? (
          <Cluster gap={12} align="center">
            <span role="status">{text.draft}</span>
            <TextButton onClick={form.dropDraft}>{text.dropDraft}</TextButton>
          </Cluster>
        ) : null}
        <QuestionFields bank={bank} edited={form.edited} onChange={form.set} />
        <Problems problems={form.problems} />
        {form.conflict === undefined ? null : <Conflict form={form} newest={form.conflict} />}
        <Cluster gap={12}>
          <button type="submit" className={buttonClass()} aria-disabled={form.isBusy}>
            {text.save}
          </button>
        </Cluster>
      </Stack>
      <section className={styles.preview} aria-labelledby="preview">
        <Stack gap={12}>
          <Text as="h2" id="preview" size={17} weight={600}>
            {text.preview}
          </Text>
          <Text as="p" size={13} tone="soft">
            {text.previewHint}
          </Text>
          <QuestionPreview key={JSON.stringify(form.question.view)} question={form.question} />
        </Stack>
      </section>
    </div>
  );
};
