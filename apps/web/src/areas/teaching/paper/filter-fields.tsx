/** Fields that narrow the questions of a bank: folder, type, tag, knowledge point, difficulty. */
import { type DrawFilter, QUESTION_TYPES, type QuestionBankDetails } from '@shufang/contract';
import { Grid, SelectField } from '@shufang/ui';
import { paperText as text } from '../../../platform/messages/zh-cn/paper.ts';
import { practiceText } from '../../../platform/messages/zh-cn/practice.ts';
import { questionsText } from '../../../platform/messages/zh-cn/questions.ts';
import { recordsText } from '../../../platform/messages/zh-cn/records.ts';
import styles from './paper.module.css';

const DIFFICULTIES = [1, 2, 3, 4, 5];

interface FilterFieldsProps {
  /** Undefined while it is loading. */
  readonly bank: QuestionBankDetails | undefined;
  readonly filter: DrawFilter;
  readonly onChange: (filter: DrawFilter) => void;
}

const all = { value: '', label: recordsText.all };

/** Returns the choices of free labels, the selected one included. */
const labelChoices = (labels: readonly string[], selected: string | undefined) => [
  all,
  ...[...new Set(selected === undefined ? labels : [...labels, selected])].map((label) => ({ value: label, label })),
];

export const FilterFields = ({ bank, filter, onChange }: FilterFieldsProps) => {
  const set = (name: keyof DrawFilter, value: string): void => {
    const { [name]: _before, ...rest } = filter;
    if (value === '') onChange(rest);
    else onChange({ ...rest, [name]: name === 'difficulty' ? Number(value) : value } as DrawFilter);
  };
  const folders = bank?.folders ?? [];
  return (
    <Grid gap={12} align="start" className={styles.filters}>
      {folders.length === 0 ? null : (
        <SelectField
          label={questionsText.folder}
          options={[
            all,
            { value: 'none', label: questionsText.noFolder },
            ...folders.map(({ id, name, questions }) => ({ value: id, label: recordsText.counted(name, questions) })),
          ]}
          value={filter.folderId ?? ''}
          onChange={(value) => set('folderId', value)}
        />
      )}
      <SelectField
        label={questionsText.type}
        options={[all, ...QUESTION_TYPES.map((type) => ({ value: type, label: practiceText.types[type] }))]}
        value={filter.type ?? ''}
        onChange={(value) => set('type', value)}
      />
      <SelectField
        label={questionsText.tag}
        options={labelChoices(bank?.tags ?? [], filter.tag)}
        value={filter.tag ?? ''}
        onChange={(value) => set('tag', value)}
      />
      <SelectField
        label={questionsText.knowledgePoint}
        options={labelChoices(bank?.knowledgePoints ?? [], filter.knowledgePoint)}
        value={filter.knowledgePoint ?? ''}
        onChange={(value) => set('knowledgePoint', value)}
      />
      <SelectField
        label={text.difficulty}
        options={[all, ...DIFFICULTIES.map((level) => ({ value: String(level), label: text.difficultyOf(level) }))]}
        value={filter.difficulty === undefined ? '' : String(filter.difficulty)}
        onChange={(value) => set('difficulty', value)}
      />
    </Grid>
  );
};

/** Returns the text of a filter. */
export const describeFilter = ({ folderId, type, tag, knowledgePoint, difficulty }: DrawFilter, folderName: string): string => {
  const parts = [
    ...(folderId === undefined ? [] : [folderId === 'none' ? text.noFolder : text.folderOf(folderName)]),
    ...(type === undefined ? [] : [practiceText.types[type]]),
    ...(tag === undefined ? [] : [text.tagOf(tag)]),
    ...(knowledgePoint === undefined ? [] : [text.pointOf(knowledgePoint)]),
    ...(difficulty === undefined ? [] : [text.difficultyOf(difficulty)]),
  ];
  return parts.length === 0 ? text.anyQuestion : parts.join(' · ');
};
