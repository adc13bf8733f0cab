/** Display settings: font, size, spacing, columns, paper. Every change is applied immediately and saved to the user's preferences. */
import type { ReadingPreferences } from '@shufang/contract';
import { defaultReadingPreferences } from '@shufang/contract';
import { IconMinus, IconPlus } from '@shufang/icons';
import { Button, Checkbox, Column, Grid, IconButton, RadioOption, Row, Slider, Text } from '@shufang/ui';
import { useId } from 'react';
import { readingText } from '../../platform/messages/zh-cn/reading.ts';
import styles from './display.module.css';
import { OwnFonts } from './own-fonts.tsx';
import { useHeiFace } from './use-hei-face.ts';

/** Order of the options. Stated explicitly, because JavaScript would put the numeric keys of an object first. */
const COLUMN_ORDER = ['auto', '1', '2'] as const;
const FACE_ORDER = ['publisher', 'song', 'kai', 'hei', 'fangsong'] as const;
const REST_ORDER = ['off', '30', '45', '60'] as const;

interface ChoiceProps<Value extends string> {
  label: string;
  order?: readonly Value[];
  names: Readonly<Record<Value, string>>;
  /** The chosen option; undefined if it is none of these. */
  value: Value | undefined;
  preview?: 'faces' | 'papers';
  onChange: (value: Value) => void;
}

/** One setting as a row of options. They are native radio buttons, so the browser handles arrow keys and accessible names. */
const Choice = <Value extends string>({ label, names, order, value, preview, onChange }: ChoiceProps<Value>) => {
  const group = useId();
  return (
    <fieldset className={styles.choice} data-look={preview}>
      <legend>{label}</legend>
      <Row gap={6} marginTop={6}>
        {(order ?? (Object.keys(names) as Value[])).map((option) => (
          <RadioOption
            key={option}
            look="segment"
            size={14}
            flex={1}
            whiteSpace="nowrap"
            className={styles.option}
            data-value={option}
            name={group}
            checked={option === value}
            onChange={() => onChange(option)}
          >
            <span>{names[option]}</span>
          </RadioOption>
        ))}
      </Row>
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
    <Grid align="center" className={styles.slide}>
      <label htmlFor={id}>{label}</label>
      <output htmlFor={id}>{shown}</output>
      <Slider id={id} min={min} max={max} step={step} value={value} aria-valuetext={shown} onChange={onChange} />
    </Grid>
  );
};

const SIZE = { min: 0.75, max: 2.5, step: 0.125 };
const within = (value: number): number => Math.min(SIZE.max, Math.max(SIZE.min, value));

export interface DisplayPanelProps {
  preferences: ReadingPreferences;
  isFixedLayout: boolean;
  /** Whether the publisher has set the book to be scrolled; the reader then cannot turn pages. */
  isAlwaysScrolled: boolean;
  onChange: (fields: Partial<ReadingPreferences>) => void;
}

export const DisplayPanel = ({ preferences, isFixedLayout, isAlwaysScrolled, onChange }: DisplayPanelProps) => {
  const { fontSize, lineHeight, pageMargins } = preferences;
  const hasHei = useHeiFace();
  const sizeShown = `${Math.round(fontSize * 16)} px`;
  return (
    <Column gap={16} className={styles.display}>
      <Choice
        label={readingText.paper}
        names={readingText.papers}
        value={preferences.paper}
        preview="papers"
        onChange={(paper) => onChange({ paper })}
      />
      <Checkbox
        label={readingText.nightBySystem}
        checked={preferences.nightBySystem}
        onChange={({ target }) => onChange({ nightBySystem: target.checked })}
      />
      {!isFixedLayout && (
        <>
          <Choice
            label={readingText.face}
            names={readingText.faces}
            order={FACE_ORDER.filter((face) => face !== 'hei' || hasHei || preferences.fontFamily === 'hei')}
            value={preferences.fontFamily === 'own' ? undefined : preferences.fontFamily}
            preview="faces"
            onChange={(fontFamily) => onChange({ fontFamily })}
          />
          <OwnFonts preferences={preferences} onChange={onChange} />
          <Row gap={4} align="center" className={styles.size}>
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
          </Row>
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
          {isAlwaysScrolled ? (
            <Text size={14} tone="faint">
              {readingText.alwaysScrolled}
            </Text>
          ) : (
            <Choice
              label={readingText.flow}
              names={readingText.flows}
              value={preferences.scroll ? 'scroll' : 'paged'}
              onChange={(flow) => onChange({ scroll: flow === 'scroll' })}
            />
          )}
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
          <Choice
            label={readingText.formulaNotation}
            names={readingText.formulaNotations}
            value={preferences.formulaNotation}
            onChange={(formulaNotation) => onChange({ formulaNotation })}
          />
        </>
      )}
      <Choice
        label={readingText.restReminder}
        names={readingText.restReminders}
        order={REST_ORDER}
        value={preferences.restReminder}
        onChange={(restReminder) => onChange({ restReminder })}
      />
      <Row gap={12} align="center" size={13} tone="faint" className={styles.foot}>
        <p>{readingText.savedToYou}</p>
        <Button variant="quiet" size="sm" onClick={() => onChange(defaultReadingPreferences)}>
          {readingText.reset}
        </Button>
      </Row>
    </Column>
  );
};
