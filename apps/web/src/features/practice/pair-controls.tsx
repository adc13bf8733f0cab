/** Controls that put options in relation: pairs, an order, gaps of a text. None needs dragging. */

import { contentText, type QuestionOption } from '@shufang/contract';
import { CheckboxOption, SortableList } from '@shufang/ui';
import { practiceText as text } from '../../platform/messages/zh-cn/practice.ts';
import { GapSelect } from './option-controls.tsx';
import { PartVerdict } from './part-verdict.tsx';
import styles from './practice.module.css';
import { PracticeContent } from './practice-content.tsx';
import { type QuestionControlProps, toggled } from './question-control.ts';

/** Returns the other sides of the pairs of a source. */
const targetsOf = (values: readonly string[], source: string): string[] =>
  values.flatMap((value) => {
    const [from, to] = value.split(' ');
    return from === source && to !== undefined ? [to] : [];
  });

const withTargets = (values: readonly string[], source: string, targets: readonly string[]): string[] => [
  ...values.filter((value) => value.split(' ')[0] !== source),
  ...targets.map((target) => `${source} ${target}`),
];

export const MatchControl = ({ interaction, values, verdict, isLocked, onChange }: QuestionControlProps<'match'>) => {
  const { sources, targets, maximumPerSource = 1 } = interaction;
  const row = ({ id, content }: QuestionOption) => {
    const chosen = targetsOf(values, id);
    const label = text.matchOf(contentText(content));
    return (
      <li key={id} className={styles.pair}>
        <span className={styles.content}>
          <PracticeContent nodes={content} />
        </span>
        {maximumPerSource === 1 ? (
          <GapSelect
            label={label}
            options={targets}
            value={chosen[0] ?? ''}
            isLocked={isLocked}
            onChange={(target) => onChange(withTargets(values, id, target === '' ? [] : [target]))}
          />
        ) : (
          <fieldset className={styles.options} aria-label={label} disabled={isLocked}>
            {targets.map((target) => (
              <CheckboxOption
                key={target.id}
                checked={chosen.includes(target.id)}
                disabled={isLocked || (maximumPerSource > 0 && chosen.length >= maximumPerSource && !chosen.includes(target.id))}
                onChange={(isChosen) => onChange(withTargets(values, id, toggled(chosen, target.id, isChosen, 0)))}
              >
                <PracticeContent nodes={target.content} />
              </CheckboxOption>
            ))}
          </fieldset>
        )}
      </li>
    );
  };
  return (
    <div>
      <ul className={styles.pairs}>{sources.map(row)}</ul>
      <PartVerdict verdict={verdict} />
    </div>
  );
};

/** Returns the options in the order of the response; those that it lacks follow in their own order. */
const inOrder = (options: readonly QuestionOption[], values: readonly string[]): QuestionOption[] => [
  ...values.flatMap((id) => options.find((option) => option.id === id) ?? []),
  ...options.filter(({ id }) => !values.includes(id)),
];

export const OrderControl = ({ interaction, values, verdict, isLocked, onChange }: QuestionControlProps<'order'>) => {
  const rows = inOrder(interaction.options, values);
  if (isLocked)
    return (
      <div>
        <ol className={styles.ordered}>
          {rows.map(({ id, content }) => (
            <li key={id}>
              <PracticeContent nodes={content} />
            </li>
          ))}
        </ol>
        <PartVerdict verdict={verdict} />
      </div>
    );
  return (
    <SortableList
      label={text.order}
      rows={rows}
      keyOf={({ id }) => id}
      labels={{
        hint: text.orderHint,
        handleOf: ({ content }) => text.moveOption(contentText(content)),
        movedTo: ({ content }, position, count) => text.movedTo(contentText(content), position, count),
      }}
      onOrder={(order) => onChange(order.map(({ id }) => id))}
    >
      {({ content }) => <PracticeContent nodes={content} />}
    </SortableList>
  );
};

/** A gap of a text, filled from the options. A pair is `option gap`. */
export const GapControl = ({ interaction, values, slot, isLocked, onChange }: QuestionControlProps<'gapMatch'>) => {
  const gap = slot.attributes?.part ?? '';
  const filled = values.find((value) => value.split(' ')[1] === gap)?.split(' ')[0] ?? '';
  return (
    <span className={styles.blank}>
      <GapSelect
        label={text.gapOf(interaction.gaps.indexOf(gap) + 1)}
        options={interaction.options}
        value={filled}
        isLocked={isLocked}
        onChange={(option) =>
          onChange([...values.filter((value) => value.split(' ')[1] !== gap), ...(option === '' ? [] : [`${option} ${gap}`])])
        }
      />
    </span>
  );
};
