/** The fields of a question: its text, its interactions, its explanation and its labels. */
import type { QuestionBankDetails } from '@shufang/contract';
import { Cluster, FileButton, SelectField, Stack, Text, TextAreaField, TextButton, TextField } from '@shufang/ui';
import { useState } from 'react';
import { questionEditorText as text } from '../../../platform/messages/zh-cn/question-editor.ts';
import { type EditedPart, type EditedQuestion, emptyPart } from './edited-question.ts';
import { PartFields } from './part-fields.tsx';
import styles from './questions.module.css';
import { readPicture } from './read-picture.ts';

interface FieldsProps {
  readonly bank: QuestionBankDetails;
  readonly edited: EditedQuestion;
  readonly onChange: (edited: EditedQuestion) => void;
}

const BodyFields = ({ edited, onChange }: Omit<FieldsProps, 'bank'>) => {
  const [problem, setProblem] = useState<string>();
  const append = (placeholder: string, change: Partial<EditedQuestion> = {}): void =>
    onChange({ ...edited, ...change, body: edited.body === '' ? placeholder : `${edited.body} ${placeholder}` });
  const addPicture = async ([file]: readonly File[]): Promise<void> => {
    if (file === undefined) return;
    const read = await readPicture(file);
    if (typeof read !== 'string') {
      setProblem(read.problem === 'tooLarge' ? text.pictureTooLarge : text.pictureFailed);
      return;
    }
    setProblem(undefined);
    const pictures = [...edited.pictures, { src: read, alt: file.name.replace(/\.\w+$/, '') }];
    append(text.pictureAt(pictures.length), { pictures });
  };
  return (
    <Stack gap={8}>
      <TextAreaField
        label={text.body}
        hint={text.bodyHint}
        rows={6}
        value={edited.body}
        onChange={(body) => onChange({ ...edited, body })}
      />
      {edited.preservedNodes.length === 0 ? null : (
        <Text as="p" size={13} tone="soft">
          {text.preservedNodes(edited.preservedNodes.length)}
        </Text>
      )}
      <Cluster gap={12}>
        {edited.parts.map(({ id }, index) =>
          edited.body.includes(`{{${index + 1}`) ? null : (
            <TextButton key={id} onClick={() => append(`{{${index + 1}}}`)}>
              {text.insertSlot(index + 1)}
            </TextButton>
          ),
        )}
        <FileButton
          label={text.insertPicture}
          accept="image/png,image/jpeg,image/gif,image/webp"
          onFiles={(files) => void addPicture(files)}
        >
          {text.insertPicture}
        </FileButton>
      </Cluster>
      {problem === undefined ? null : (
        <Text as="p" role="alert" tone="accent">
          {problem}
        </Text>
      )}
    </Stack>
  );
};

const LabelFields = ({ bank, edited, onChange }: FieldsProps) => {
  const field = (name: 'tags' | 'knowledgePoints' | 'folderId' | 'difficulty' | 'title') => ({
    value: edited[name],
    onChange: (value: string): void => onChange({ ...edited, [name]: value }),
  });
  return (
    <Stack as="fieldset" gap={16} className={styles.fields}>
      <legend>{text.labels}</legend>
      <Cluster gap={12} align="start">
        <SelectField
          label={text.folder}
          options={[{ value: '', label: text.noFolder }, ...bank.folders.map(({ id, name }) => ({ value: id, label: name }))]}
          {...field('folderId')}
        />
        <SelectField
          label={text.difficulty}
          options={[{ value: '', label: text.noDifficulty }, ...text.difficulties.map((label, at) => ({ value: String(at + 1), label }))]}
          {...field('difficulty')}
        />
      </Cluster>
      <TextField label={text.knowledgePoints} hint={text.tagsHint} {...field('knowledgePoints')} />
      <TextField label={text.tags} hint={text.tagsHint} {...field('tags')} />
      <TextField label={text.questionTitle} maxLength={200} {...field('title')} />
    </Stack>
  );
};

/** `hasLabels`: whether the labels can be changed too. */
export const QuestionFields = ({ bank, edited, onChange, hasLabels = true }: FieldsProps & { readonly hasLabels?: boolean }) => {
  const setPart = (index: number, part: EditedPart): void =>
    onChange({ ...edited, parts: edited.parts.map((each, at) => (at === index ? part : each)) });
  const addPart = (): void =>
    onChange({
      ...edited,
      parts: [
        ...edited.parts,
        emptyPart(
          'single',
          edited.parts.map(({ id }) => id),
        ),
      ],
    });
  return (
    <>
      <BodyFields edited={edited} onChange={onChange} />
      {edited.parts.map((part, index) => (
        <PartFields
          key={part.id}
          part={part}
          number={index + 1}
          count={edited.parts.length}
          onChange={(next) => setPart(index, next)}
          onRemove={() => onChange({ ...edited, parts: edited.parts.toSpliced(index, 1) })}
        />
      ))}
      <Stack gap={4}>
        <p>
          <TextButton onClick={addPart}>{text.addPart}</TextButton>
        </p>
        <Text as="p" size={13} tone="soft">
          {text.addPartHint}
        </Text>
      </Stack>
      <TextAreaField
        label={text.explanation}
        rows={3}
        value={edited.explanation}
        onChange={(explanation) => onChange({ ...edited, explanation })}
      />
      {hasLabels ? <LabelFields bank={bank} edited={edited} onChange={onChange} /> : null}
    </>
  );
};

/** What prevents the question from being stored. */
export const Problems = ({ problems }: { readonly problems: readonly string[] }) =>
  problems.length === 0 ? null : (
    <div className={styles.problems} role="alert">
      <p>{text.problemsTitle}</p>
      <ul>
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </div>
  );
