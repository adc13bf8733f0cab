/**
 * A field whose words are kept elsewhere and may come back late, as from the address: it shows what is typed at once, tells nothing while
 * an input method is composing, and takes what comes from elsewhere in place of what it shows.
 */
import { type ComponentProps, useState } from 'react';

interface Typed {
  readonly text: string;
  /** The value it was last given. */
  readonly seen: string;
  /** Told, and not come back yet. */
  readonly underWay: readonly string[];
}

interface SearchInputProps extends Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange'> {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** What is shown once `value` has come. */
const after = ({ text, underWay }: Typed, value: string): Typed => {
  const own = underWay.indexOf(value);
  return own === -1 ? { text: value, seen: value, underWay: [] } : { text, seen: value, underWay: underWay.slice(own + 1) };
};

export const SearchInput = ({ value, onChange, ...more }: SearchInputProps) => {
  const [state, setTyped] = useState<Typed>({ text: value, seen: value, underWay: [] });
  const typed = state.seen === value ? state : after(state, value);
  if (typed !== state) setTyped(typed);
  const take = (text: string, isComposing: boolean): void => {
    const isTold = !isComposing && text !== (typed.underWay.at(-1) ?? typed.seen);
    setTyped({ ...typed, text, underWay: isTold ? [...typed.underWay, text] : typed.underWay });
    if (isTold) onChange(text);
  };
  return (
    <input
      autoComplete="off"
      {...more}
      type="search"
      value={typed.text}
      onChange={({ target, nativeEvent }) => take(target.value, nativeEvent instanceof InputEvent && nativeEvent.isComposing)}
      onCompositionEnd={({ currentTarget }) => take(currentTarget.value, false)}
    />
  );
};
