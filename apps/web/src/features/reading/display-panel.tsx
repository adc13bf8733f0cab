/** How the page looks: face, size, spacing, columns, paper. Every change is applied while it is made and saved to the person. */

import { Button } from '@mantine/core';
import type { ReadingPreferences } from '@shufang/contract';
import { defaultReadingPreferences } from '@shufang/contract';
import { IconButton } from '@shufang/ui';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { useId } from 'react';
import { readingText } from '../../platform/messages/zh-cn/reading.ts';
import styles from './display.module.css';

/** Numbers among the keys would go before the rest. */
const COLUMN_ORDER = ['auto', '1', '2'] as const;

interface ChoiceProps<Value extends string> {
  label: string;
  order?: readonly Value[];
  names: Readonly<Record<Value, string>>;
  value: Value;
  look?: 'faces' | 'papers';
  onChange: (value: Value) => void;
}

/** Native radio buttons dressed as a row: arrow keys and names come from the browser. */
const Choice = <Value extends string>({ label, names, order, value, look, onChange }: ChoiceProps<Value>) => {
  const group = useId();
  return (
    <fieldset className={styles.choice} data-look={look}>
      <legend>{label}</legend>
      <div className={styles.options}>
        {(order ?? (Object.keys(names) as Value[])).map((option) => (
          <label key={option} className={styles.option} data-value={option}>
            <input type="radio" name={group} checked={option === value} onChange={() => onChange(option)} />
            <span>{names[option]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
};

interface StepProps {
  label: string;
  value: number;
  min: number;
  max: number;
  step: number;
  shown: string;
  onChange: (value: number) => void;
}

const Slide = ({ label, value, min, max, step, shown, onChange }: StepProps) => {
  const id = useId();
  return (
    <div className={styles.slide}>
      <label htmlFor={id}>{label}</label>
      <output htmlFor={id}>{shown}</output>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={step}
        value={value}
        aria-valuetext={shown}
        onChange={(event) => onChange(Number(event.target.value))}
      />
    </div>
  );
};

const SIZE = { min: 0.75, max: 2.5, step: 0.125 };
const within = (value: number): number => Math.min(SIZE.max, Math.max(SIZE.min, value));

export interface DisplayPanelProps {
  preferences: ReadingPreferences;
  isFixedLayout: boolean;
  onChange: (fields: Partial<ReadingPreferences>) => void;
}

export const DisplayPanel = ({ preferences, isFixedLayout, onChange }: DisplayPanelProps) => {
  const { fontSize, lineHeight, pageMargins } = preferences;
  const sizeShown = `${Math.round(fontSize * 16)} px`;
  return (
    <div className={styles.display}>
      <Choice
        label={readingText.paper}
        names={readingText.papers}
        value={preferences.paper}
        look="papers"
        onChange={(paper) => onChange({ paper })}
      />
      {!isFixedLayout && (
        <>
          <Choice
            label={readingText.face}
            names={readingText.faces}
            value={preferences.fontFamily}
            look="faces"
            onChange={(fontFamily) => onChange({ fontFamily })}
          />
          <div className={styles.size}>
            <IconButton
              name={readingText.smaller}
              disabled={fontSize <= SIZE.min}
              onClick={() => onChange({ fontSize: within(fontSize - SIZE.step) })}
            >
              <IconMinus size={20} stroke={1.6} aria-hidden />
            </IconButton>
            <Slide
              label={readingText.fontSize}
              value={fontSize}
              {...SIZE}
              shown={sizeShown}
              onChange={(size) => onChange({ fontSize: size })}
            />
            <IconButton
              name={readingText.larger}
              disabled={fontSize >= SIZE.max}
              onClick={() => onChange({ fontSize: within(fontSize + SIZE.step) })}
            >
              <IconPlus size={20} stroke={1.6} aria-hidden />
            </IconButton>
          </div>
          <Slide
            label={readingText.lineHeight}
            value={lineHeight}
            min={1.2}
            max={2.6}
            step={0.1}
            shown={lineHeight.toFixed(1)}
            onChange={(height) => onChange({ lineHeight: height })}
          />
          <Slide
            label={readingText.margins}
            value={pageMargins}
            min={0.5}
            max={3}
            step={0.25}
            shown={`${Math.round(pageMargins * 100)}%`}
            onChange={(margins) => onChange({ pageMargins: margins })}
          />
          <Choice
            label={readingText.flow}
            names={readingText.flows}
            value={preferences.scroll ? 'scroll' : 'paged'}
            onChange={(flow) => onChange({ scroll: flow === 'scroll' })}
          />
          <Choice
            label={readingText.columns}
            names={readingText.columnChoices}
            order={COLUMN_ORDER}
            value={preferences.columnCount}
            onChange={(columnCount) => onChange({ columnCount })}
          />
          <Choice
            label={readingText.align}
            names={readingText.aligns}
            value={preferences.textAlign}
            onChange={(textAlign) => onChange({ textAlign })}
          />
          <Choice
            label={readingText.indent}
            names={readingText.indents}
            value={preferences.paragraphIndent}
            onChange={(paragraphIndent) => onChange({ paragraphIndent })}
          />
        </>
      )}
      <div className={styles.foot}>
        <p>{readingText.savedToYou}</p>
        <Button variant="default" size="sm" onClick={() => onChange(defaultReadingPreferences)}>
          {readingText.reset}
        </Button>
      </div>
    </div>
  );
};
