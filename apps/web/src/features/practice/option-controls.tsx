/** Controls that choose among options: a list, a list in the text, passages of the text, areas of a picture. */

import { contentText, type Interaction } from '@shufang/contract';
import { CheckboxOption, RadioOption, Select } from '@shufang/ui';
import { useId, useState } from 'react';
import { practiceText as text } from '../../platform/messages/zh-cn/practice.ts';
import { PartVerdict } from './part-verdict.tsx';
import styles from './practice.module.css';
import { PracticeContent } from './practice-content.tsx';
import { type QuestionControlProps, toggled } from './question-control.ts';

const TRUE_FALSE_IDS = new Set(['true', 'false']);

/** Options are lettered by their position, so that shuffled ones are too. */
const letterOf = (index: number): string => String.fromCodePoint(65 + index);

export const ChoiceControl = ({ interaction, values, isLocked, onChange }: QuestionControlProps<'choice'>) => {
  const name = useId();
  const { options, maximumChoices } = interaction;
  const Option = maximumChoices === 1 ? RadioOption : CheckboxOption;
  const isFull = maximumChoices > 1 && values.length >= maximumChoices;
  return (
    <fieldset className={styles.options} disabled={isLocked}>
      <legend className={maximumChoices > 1 ? styles.hint : styles.legend}>
        {maximumChoices > 1 ? text.atMost(maximumChoices) : text.options}
      </legend>
      {options.map(({ id, content }, index) => (
        <Option
          key={id}
          className={styles.option ?? ''}
          name={name}
          value={id}
          checked={values.includes(id)}
          disabled={isLocked || (isFull && !values.includes(id))}
          onChange={(isChosen = true) => onChange(toggled(values, id, isChosen, maximumChoices).toSorted())}
        >
          <span className={styles.content}>
            {TRUE_FALSE_IDS.has(id) ? null : text.optionLetter(letterOf(index))}
            <PracticeContent nodes={content} />
          </span>
        </Option>
      ))}
    </fieldset>
  );
};

/** A list of options at a place in the text. `label`: names the place. */
export const GapSelect = ({
  label,
  options,
  value,
  isLocked,
  onChange,
}: {
  readonly label: string;
  readonly options: Extract<Interaction, { type: 'inlineChoice' }>['options'];
  readonly value: string;
  readonly isLocked: boolean;
  readonly onChange: (value: string) => void;
}) => (
  <Select aria-label={label} className={styles.gap} value={value} disabled={isLocked} onChange={onChange}>
    <option value="">{text.choose}</option>
    {options.map(({ id, content }) => (
      <option key={id} value={id}>
        {contentText(content)}
      </option>
    ))}
  </Select>
);

/** `label`: names the place among those of the question. */
export const InlineChoiceControl = ({
  label,
  interaction,
  values,
  verdict,
  isLocked,
  onChange,
}: QuestionControlProps<'inlineChoice'> & { readonly label: string }) => (
  <span className={styles.blank} data-verdict={verdict}>
    <GapSelect
      label={label}
      options={interaction.options}
      value={values[0] ?? ''}
      isLocked={isLocked}
      onChange={(value) => onChange(value === '' ? [] : [value])}
    />
    <PartVerdict verdict={verdict} />
  </span>
);

/** A passage that can be chosen. It is a button, because a checkbox would break the line. */
export const HottextControl = ({ interaction, values, slot, isLocked, onChange }: QuestionControlProps<'hottext'>) => {
  const part = slot.attributes?.part ?? '';
  const isChosen = values.includes(part);
  return (
    <button
      type="button"
      className={styles.hottext}
      aria-pressed={isChosen}
      disabled={isLocked}
      onClick={() => onChange(toggled(values, part, !isChosen, interaction.maximumChoices))}
    >
      <PracticeContent nodes={slot.children ?? []} />
    </button>
  );
};

type Area = Extract<Interaction, { type: 'hotspot' }>['areas'][number];

const Shape = ({ area: { shape, coordinates }, isChosen, onToggle }: { area: Area; isChosen: boolean; onToggle: () => void }) => {
  const [a = 0, b = 0, c = 0, d = 0] = coordinates;
  // The checkboxes below the picture do the same by keyboard.
  const attributes = { className: styles.area, 'data-chosen': isChosen, onClick: onToggle };
  if (shape === 'circle') return <circle {...attributes} cx={a} cy={b} r={c} />;
  if (shape === 'rect') return <rect {...attributes} x={a} y={b} width={Math.max(0, c - a)} height={Math.max(0, d - b)} />;
  return <polygon {...attributes} points={coordinates.join(' ')} />;
};

export const HotspotControl = ({ interaction, values, isLocked, onChange }: QuestionControlProps<'hotspot'>) => {
  const name = useId();
  const [size, setSize] = useState<readonly [number, number]>();
  const { areas, maximumChoices, picture } = interaction;
  const Option = maximumChoices === 1 ? RadioOption : CheckboxOption;
  const handleToggle = (id: string): void => {
    if (!isLocked) onChange(toggled(values, id, !values.includes(id), maximumChoices));
  };
  return (
    <div className={styles.hotspot}>
      <div className={styles.hotspotPicture}>
        <img
          src={picture}
          alt={text.hotspotPicture}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => setSize([naturalWidth, naturalHeight])}
        />
        {size === undefined ? null : (
          <svg viewBox={`0 0 ${size.join(' ')}`} aria-hidden="true">
            {areas.map((area) => (
              <Shape key={area.id} area={area} isChosen={values.includes(area.id)} onToggle={() => handleToggle(area.id)} />
            ))}
          </svg>
        )}
      </div>
      <fieldset className={styles.options} disabled={isLocked}>
        <legend className={styles.hint}>{text.areas}</legend>
        {areas.map(({ id, label }, index) => (
          <Option
            key={id}
            className={styles.option ?? ''}
            name={name}
            value={id}
            checked={values.includes(id)}
            disabled={isLocked}
            onChange={(isChosen = true) => onChange(toggled(values, id, isChosen, maximumChoices))}
          >
            <span>{label === '' ? text.areaOf(index + 1) : label}</span>
          </Option>
        ))}
      </fieldset>
    </div>
  );
};
