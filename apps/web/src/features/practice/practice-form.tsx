/** The question with its controls: options, blanks in the text, or a text area. Every control is native, so the keyboard reaches all. */
import type { QuestionScore } from '@shufang/assessment';
import { type Interaction, LIMITS, type QuestionResponse, type QuestionView } from '@shufang/contract';
import { CheckboxOption, Input, RadioOption, Stack, Text, TextAreaField } from '@shufang/ui';
import { type ReactNode, useId } from 'react';
import { practiceText as text } from '../../platform/messages/zh-cn/practice.ts';
import styles from './practice.module.css';
import { PracticeContent } from './practice-content.tsx';

interface PracticeFormProps {
  readonly view: QuestionView;
  readonly response: QuestionResponse;
  /** The result of the last check; undefined while the response may be changed. */
  readonly score: QuestionScore | undefined;
  readonly onResponse: (response: QuestionResponse) => void;
}

const TRUE_FALSE_IDS = new Set(['true', 'false']);

export const PracticeForm = ({ view, response, score, onResponse }: PracticeFormProps) => {
  const name = useId();
  const blanks = Object.entries(view.interactions).flatMap(([id, { type }]) => (type === 'textEntry' ? [id] : []));
  const isChecked = score !== undefined;
  const change = (id: string, values: string[]): void => onResponse({ ...response, [id]: values });

  const choice = (id: string, interaction: Extract<Interaction, { type: 'choice' }>): ReactNode => {
    const chosen = response[id] ?? [];
    const Option = interaction.maximumChoices === 1 ? RadioOption : CheckboxOption;
    return (
      <fieldset className={styles.options} disabled={isChecked}>
        <legend className={styles.legend}>{text.options}</legend>
        {interaction.options.map((option) => (
          <Option
            key={option.id}
            className={styles.option ?? ''}
            name={`${name}-${id}`}
            value={option.id}
            checked={chosen.includes(option.id)}
            disabled={isChecked}
            onChange={(isChosen = true) => {
              if (interaction.maximumChoices === 1) change(id, [option.id]);
              else change(id, isChosen ? [...chosen, option.id].toSorted() : chosen.filter((each) => each !== option.id));
            }}
          >
            <span className={styles.content}>
              {TRUE_FALSE_IDS.has(option.id) ? null : text.optionLetter(option.id)}
              <PracticeContent nodes={option.content} />
            </span>
          </Option>
        ))}
      </fieldset>
    );
  };

  const blank = (id: string): ReactNode => {
    const verdict = score?.responses[id]?.verdict;
    const number = blanks.indexOf(id) + 1;
    return (
      <span className={styles.blank} data-verdict={verdict}>
        <Input
          aria-label={text.blankOf(number, blanks.length)}
          aria-invalid={verdict === 'wrong'}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={LIMITS.practiceResponseChars}
          readOnly={isChecked}
          value={response[id]?.[0] ?? ''}
          onChange={(value) => change(id, [value])}
        />
        {verdict === undefined ? null : (
          <Text size={13} tone="soft" whiteSpace="nowrap">
            {text.partLabels[verdict]}
          </Text>
        )}
      </span>
    );
  };

  const slot = (id: string): ReactNode => {
    const interaction = view.interactions[id];
    if (interaction?.type === 'choice') return choice(id, interaction);
    if (interaction?.type === 'textEntry') return blank(id);
    return (
      <TextAreaField
        label={text.response}
        hint={text.responseHint}
        rows={5}
        maxLength={LIMITS.practiceResponseChars}
        value={response[id]?.[0] ?? ''}
        onChange={(value) => {
          if (!isChecked) change(id, [value]);
        }}
      />
    );
  };

  return (
    <Stack gap={12} className={styles.question}>
      <PracticeContent nodes={view.body} slot={slot} />
    </Stack>
  );
};
