/** The fields of one interaction of a question. */
import { Checkbox, Cluster, SelectField, Stack, Text, TextAreaField, TextButton, TextField } from '@shufang/ui';
import type { ReactNode } from 'react';
import { questionEditorText as text } from '../../../platform/messages/zh-cn/question-editor.ts';
import { AreaFields } from './area-fields.tsx';
import { type EditedPart, emptyPart, PART_KINDS } from './edited-question.ts';
import { OptionFields } from './option-fields.tsx';
import { GapFields, PairFields } from './pair-fields.tsx';
import styles from './questions.module.css';

interface PartFieldsProps {
  readonly part: EditedPart;
  /** Number of the part, from 1, by which the text refers to it, and how many there are. */
  readonly number: number;
  readonly count: number;
  readonly onChange: (part: EditedPart) => void;
  readonly onRemove: () => void;
}

/** Kinds of which a part can be right. */
const PARTIAL: ReadonlySet<EditedPart['kind']> = new Set(['matching', 'ordering', 'gaps']);
const SHUFFLED: ReadonlySet<EditedPart['kind']> = new Set(['single', 'multiple', 'inline', 'matching', 'ordering', 'gaps']);

export const PartFields = ({ part, number, count, onChange, onRemove }: PartFieldsProps) => {
  const change = (values: Partial<EditedPart>): void => onChange({ ...part, ...values });
  /** Returns the attributes of a text field of the part. */
  const field = (name: 'points' | 'accepted' | 'value' | 'tolerance' | 'units' | 'unitlessPoints' | 'incompletePoints' | 'sample') => ({
    value: part[name],
    onChange: (value: string): void => change({ [name]: value }),
  });
  const check = (name: 'isShuffled' | 'isPartial' | 'isCaseSensitive', label: string): ReactNode => (
    <Checkbox label={label} checked={part[name]} onChange={({ target }) => change({ [name]: target.checked })} />
  );
  const optionFields = (title: string, selection: 'one' | 'several' | 'none'): ReactNode => (
    <OptionFields
      title={title}
      options={part.options}
      selection={selection}
      canBeFixed={part.isShuffled && part.kind !== 'ordering'}
      isFree={part.kind !== 'trueFalse'}
      onChange={(options) => change({ options })}
    />
  );
  const fields = (): ReactNode => {
    switch (part.kind) {
      case 'preserved':
        return <p>{text.preserved}</p>;
      case 'single':
      case 'trueFalse':
      case 'inline':
        return optionFields(text.options, 'one');
      case 'multiple':
        return (
          <>
            {optionFields(text.options, 'several')}
            <TextField label={text.incomplete} hint={text.incompleteHint} inputMode="decimal" {...field('incompletePoints')} />
          </>
        );
      case 'ordering':
        return optionFields(text.orderOptions, 'none');
      case 'blank':
        return (
          <>
            <TextAreaField label={text.accepted} hint={text.acceptedHint} rows={3} {...field('accepted')} />
            {check('isCaseSensitive', text.caseSensitive)}
          </>
        );
      case 'numeric':
        return (
          <>
            <TextField label={text.value} hint={text.valueHint} {...field('value')} />
            <Cluster gap={12} align="start">
              <TextField label={text.tolerance} {...field('tolerance')} />
              <SelectField
                label={text.toleranceKind}
                options={(['absolute', 'relative'] as const).map((value) => ({ value, label: text.toleranceKinds[value] }))}
                value={part.toleranceKind}
                onChange={(value) => change({ toleranceKind: value === 'relative' ? 'relative' : 'absolute' })}
              />
            </Cluster>
            <TextField label={text.units} hint={text.unitsHint} {...field('units')} />
            {part.units.trim() === '' ? null : (
              <TextField label={text.unitlessPoints} hint={text.unitlessHint} inputMode="decimal" {...field('unitlessPoints')} />
            )}
          </>
        );
      case 'matching':
        return <PairFields part={part} onChange={change} />;
      case 'gaps':
        return (
          <>
            {optionFields(text.options, 'none')}
            <GapFields part={part} number={number} onChange={change} />
          </>
        );
      case 'hottext':
        return <p>{text.hottextHint(number)}</p>;
      case 'hotspot':
        return <AreaFields part={part} onChange={change} />;
      case 'text':
      case 'upload':
        return <TextAreaField label={text.sample} hint={text.sampleHint} rows={4} {...field('sample')} />;
    }
  };
  return (
    <Stack as="fieldset" gap={16} className={styles.part}>
      <legend>{text.partTitle(number, count, text.kinds[part.kind])}</legend>
      {part.kind === 'preserved' ? null : (
        <Cluster gap={12} align="start">
          <SelectField
            label={text.kind}
            options={PART_KINDS.map((value) => ({ value, label: text.kinds[value] }))}
            value={part.kind}
            onChange={(value) => {
              const kind = PART_KINDS.find((each) => each === value);
              if (kind !== undefined && kind !== part.kind) onChange({ ...emptyPart(kind, []), id: part.id, points: part.points });
            }}
          />
          <TextField label={text.points} inputMode="decimal" {...field('points')} />
        </Cluster>
      )}
      {fields()}
      {SHUFFLED.has(part.kind) ? check('isShuffled', text.shuffle) : null}
      {PARTIAL.has(part.kind) ? check('isPartial', text.partial) : null}
      {count > 1 ? (
        <p>
          <TextButton aria-label={text.removePartOf(number)} onClick={onRemove}>
            <Text tone="accent">{text.removePart}</Text>
          </TextButton>
        </p>
      ) : null}
    </Stack>
  );
};
