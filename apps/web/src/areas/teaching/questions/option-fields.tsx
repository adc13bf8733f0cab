/** The options of a choice, an order or gaps: text, whether it is right, position. Everything works by keyboard. */
import { Checkbox, Cluster, Stack, Text, TextButton, TextField } from '@shufang/ui';
import { questionEditorText as text } from '../../../platform/messages/zh-cn/question-editor.ts';
import { type EditedOption, emptyOption } from './edited-question.ts';
import styles from './questions.module.css';

const letterOf = (index: number): string => String.fromCodePoint(65 + index);

interface OptionFieldsProps {
  readonly title: string;
  readonly options: readonly EditedOption[];
  /** How many options can be right. */
  readonly selection: 'one' | 'several' | 'none';
  /** Whether options can stay at their position when the others are shuffled. */
  readonly canBeFixed: boolean;
  /** Whether options can be added, removed and renamed; those of a true/false question cannot. */
  readonly isFree: boolean;
  readonly onChange: (options: EditedOption[]) => void;
}

export const OptionFields = ({ title, options, selection, canBeFixed, isFree, onChange }: OptionFieldsProps) => {
  const replace = (index: number, change: Partial<EditedOption>): void =>
    onChange(options.map((option, at) => (at === index ? { ...option, ...change } : option)));
  const select = (index: number, isRight: boolean): void =>
    onChange(
      options.map((option, at) => {
        if (at === index) return { ...option, isRight };
        return selection === 'one' && isRight ? { ...option, isRight: false } : option;
      }),
    );
  const move = (index: number, step: -1 | 1): void => {
    const option = options[index];
    if (option !== undefined) onChange(options.toSpliced(index, 1).toSpliced(index + step, 0, option));
  };
  return (
    <Stack as="fieldset" gap={12} className={styles.fields}>
      <legend>{title}</legend>
      {options.map((option, index) => {
        const letter = letterOf(index);
        return (
          <Stack key={option.id} gap={4}>
            {isFree ? (
              <TextField label={text.option(letter)} value={option.text} onChange={(value) => replace(index, { text: value })} />
            ) : (
              <Text as="p">{option.text}</Text>
            )}
            <Cluster gap={16} align="center">
              {selection === 'none' ? null : (
                <Checkbox
                  label={text.right}
                  aria-label={text.isRight(letter)}
                  checked={option.isRight}
                  onChange={({ target }) => select(index, target.checked)}
                />
              )}
              {canBeFixed && isFree ? (
                <Checkbox
                  label={text.fixed}
                  aria-label={text.isFixed(letter)}
                  checked={option.isFixed}
                  onChange={({ target }) => replace(index, { isFixed: target.checked })}
                />
              ) : null}
              {isFree && index > 0 ? (
                <TextButton aria-label={text.moveUp(letter)} onClick={() => move(index, -1)}>
                  {text.up}
                </TextButton>
              ) : null}
              {isFree && index < options.length - 1 ? (
                <TextButton aria-label={text.moveDown(letter)} onClick={() => move(index, 1)}>
                  {text.down}
                </TextButton>
              ) : null}
              {isFree && options.length > 1 ? (
                <TextButton aria-label={text.removeOption(letter)} onClick={() => onChange(options.toSpliced(index, 1))}>
                  {text.remove}
                </TextButton>
              ) : null}
            </Cluster>
          </Stack>
        );
      })}
      {isFree && options.length < 26 ? (
        <p>
          <TextButton onClick={() => onChange([...options, emptyOption(options.map(({ id }) => id))])}>{text.addOption}</TextButton>
        </p>
      ) : null}
    </Stack>
  );
};
