/** The pairs of a matching question, and the gaps of a text. */
import { Cluster, SelectField, Stack, Text, TextButton, TextField } from '@shufang/ui';
import { questionEditorText as text } from '../../../platform/messages/zh-cn/question-editor.ts';
import { type EditedPart, emptyOption, freeId } from './edited-question.ts';
import styles from './questions.module.css';

interface PartProps {
  readonly part: EditedPart;
  readonly onChange: (change: Partial<EditedPart>) => void;
}

export const PairFields = ({ part: { pairs, extras }, onChange }: PartProps) => {
  const replace = (index: number, change: Partial<EditedPart['pairs'][number]>): void =>
    onChange({ pairs: pairs.map((pair, at) => (at === index ? { ...pair, ...change } : pair)) });
  const targetIds = [...pairs.map(({ targetId }) => targetId), ...extras.map(({ id }) => id)];
  return (
    <Stack gap={16}>
      <Stack as="fieldset" gap={12} className={styles.fields}>
        <legend>{text.pairs}</legend>
        <Text as="p" size={13} tone="soft">
          {text.pairsHint}
        </Text>
        {pairs.map((pair, index) => (
          <div key={pair.id} className={styles.pair}>
            <TextField label={text.left(index + 1)} value={pair.source} onChange={(source) => replace(index, { source })} />
            <TextField label={text.rightSide(index + 1)} value={pair.target} onChange={(target) => replace(index, { target })} />
            {pairs.length > 1 ? (
              <TextButton aria-label={text.removePair(index + 1)} onClick={() => onChange({ pairs: pairs.toSpliced(index, 1) })}>
                {text.remove}
              </TextButton>
            ) : null}
          </div>
        ))}
        <p>
          <TextButton
            onClick={() =>
              onChange({
                pairs: [
                  ...pairs,
                  {
                    id: freeId(
                      pairs.map(({ id }) => id),
                      'S',
                    ),
                    source: '',
                    targetId: freeId(targetIds, 'T'),
                    target: '',
                  },
                ],
              })
            }
          >
            {text.addPair}
          </TextButton>
        </p>
      </Stack>
      <Stack as="fieldset" gap={12} className={styles.fields}>
        <legend>{text.extras}</legend>
        {extras.map((extra, index) => (
          <Cluster key={extra.id} gap={12} align="start">
            <TextField
              label={text.extra(index + 1)}
              value={extra.text}
              onChange={(value) => onChange({ extras: extras.map((each, at) => (at === index ? { ...each, text: value } : each)) })}
            />
            <TextButton aria-label={text.removeExtra(index + 1)} onClick={() => onChange({ extras: extras.toSpliced(index, 1) })}>
              {text.remove}
            </TextButton>
          </Cluster>
        ))}
        <p>
          <TextButton onClick={() => onChange({ extras: [...extras, emptyOption(targetIds, 'T')] })}>{text.addExtra}</TextButton>
        </p>
      </Stack>
    </Stack>
  );
};

export const GapFields = ({ part: { gaps, options }, number, onChange }: PartProps & { readonly number: number }) => (
  <Stack as="fieldset" gap={12} className={styles.fields}>
    <legend>{text.gaps}</legend>
    <Text as="p" size={13} tone="soft">
      {text.gapsHint(number)}
    </Text>
    {gaps.map((gap, index) => (
      <Cluster key={gap.id} gap={12} align="start">
        <SelectField
          label={text.gapAnswer(index + 1)}
          options={[
            { value: '', label: text.choose },
            ...options.map((option) => ({ value: option.id, label: option.text === '' ? option.id : option.text })),
          ]}
          value={gap.optionId}
          onChange={(optionId) => onChange({ gaps: gaps.map((each, at) => (at === index ? { ...each, optionId } : each)) })}
        />
        {gaps.length > 1 ? (
          <TextButton aria-label={text.removeGap(index + 1)} onClick={() => onChange({ gaps: gaps.toSpliced(index, 1) })}>
            {text.remove}
          </TextButton>
        ) : null}
      </Cluster>
    ))}
    <p>
      <TextButton
        onClick={() =>
          onChange({
            gaps: [
              ...gaps,
              {
                id: freeId(
                  gaps.map(({ id }) => id),
                  'G',
                ),
                optionId: '',
              },
            ],
          })
        }
      >
        {text.addGap}
      </TextButton>
    </p>
  </Stack>
);
