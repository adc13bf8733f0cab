/**
 * A controlled search field whose value may update late, e.g. from the URL: it shows input immediately, reports nothing while an input
 * method is composing, and adopts values set from outside.
 */
import { type ComponentProps, useState } from 'react';
import styles from './fields.module.css';

interface Typed {
  readonly text: string;
  /**
   * The value that the parent passed at the last rendering. If it now passes a different one, the value was set from outside, or the parent
   * confirms what the user typed.
   */
  readonly lastValue: string;
  /** Values passed to `onChange` that the parent has not yet passed back as the field's value. */
  readonly pending: readonly string[];
}

interface SearchInputProps extends Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange'> {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly 'data-autofocus'?: boolean;
}

/** Returns the state of the field after the parent passed a new `value`. */
const after = ({ text, pending: underWay }: Typed, value: string): Typed => {
  const index = underWay.indexOf(value);
  return index === -1 ? { text: value, lastValue: value, pending: [] } : { text, lastValue: value, pending: underWay.slice(index + 1) };
};

export const SearchInput = ({ className, value, onChange, ...more }: SearchInputProps) => {
  const [state, setTyped] = useState<Typed>({ text: value, lastValue: value, pending: [] });
  const typed = state.lastValue === value ? state : after(state, value);
  if (typed !== state) setTyped(typed);
  const handleText = (text: string, isComposing: boolean): void => {
    const isReported = !isComposing && text !== (typed.pending.at(-1) ?? typed.lastValue);
    setTyped({ ...typed, text, pending: isReported ? [...typed.pending, text] : typed.pending });
    if (isReported) onChange(text);
  };
  return (
    <input
      autoComplete="off"
      {...more}
      type="search"
      className={[styles.control, className].filter((name) => name !== undefined).join(' ')}
      value={typed.text}
      onChange={({ target, nativeEvent }) => handleText(target.value, nativeEvent instanceof InputEvent && nativeEvent.isComposing)}
      onCompositionEnd={({ currentTarget }) => handleText(currentTarget.value, false)}
    />
  );
};
