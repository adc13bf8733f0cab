/**
 * A text input with a list of options below it (ARIA combobox with list autocomplete): arrow keys or the pointer select an option, Enter
 * chooses it, Escape closes the list. Ignores keys while an input method is composing. The caller owns text, options and open state.
 */
import { type ComponentProps, type KeyboardEvent, type ReactNode, type Ref, useId, useState } from 'react';

interface ComboBoxProps<Option>
  extends Omit<ComponentProps<'input'>, 'id' | 'type' | 'role' | 'list' | 'value' | 'onChange' | 'children' | 'ref'> {
  readonly ref?: Ref<HTMLInputElement>;
  /** Accessible name of the input. */
  readonly label: string;
  /** Accessible name of the list. */
  readonly listLabel: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Whether the list is open. An open list without options is hidden. */
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly options: readonly Option[];
  readonly keyOf: (option: Option) => string;
  /** Attributes of an option's element. */
  readonly optionProps?: (option: Option) => { readonly [name: `data-${string}`]: string };
  readonly renderOption: (option: Option) => ReactNode;
  readonly onChoose: (option: Option) => void;
  readonly listClassName?: string | undefined;
  readonly optionClassName?: string | undefined;
}

export const ComboBox = <Option,>({
  label,
  listLabel,
  value,
  onChange,
  isOpen,
  onOpenChange,
  options,
  keyOf,
  optionProps,
  renderOption,
  onChoose,
  listClassName,
  optionClassName,
  ...input
}: ComboBoxProps<Option>) => {
  const id = useId();
  const [active, setActive] = useState(-1);
  const isShown = isOpen && options.length > 0;
  const activeOption = isShown ? options[active] : undefined;
  const activate = (index: number): void => {
    setActive(index);
    // Not for the pointer: scrolling would move another option under it.
    document.getElementById(`${id}-${index}`)?.scrollIntoView({ block: 'nearest' });
  };
  const choose = (option: Option): void => {
    setActive(-1);
    onChoose(option);
  };
  const handleKey = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown' && !isOpen) return onOpenChange(true);
    if (!isShown) return;
    if (event.key === 'ArrowDown') activate((active + 1) % options.length);
    else if (event.key === 'ArrowUp') activate((active <= 0 ? options.length : active) - 1);
    else if (event.key === 'Escape') onOpenChange(false);
    else if (event.key === 'Enter' && activeOption !== undefined) choose(activeOption);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <input
        {...input}
        type="text"
        autoComplete="off"
        role="combobox"
        aria-label={label}
        aria-expanded={isShown}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={activeOption === undefined ? undefined : `${id}-${active}`}
        value={value}
        onChange={(event) => {
          onChange(event.target.value);
          setActive(-1);
          onOpenChange(true);
        }}
        onClick={() => onOpenChange(true)}
        onKeyDown={handleKey}
        onBlur={() => onOpenChange(false)}
      />
      <div id={`${id}-list`} className={listClassName} role="listbox" aria-label={listLabel} hidden={!isShown}>
        {isOpen
          ? options.map((option, index) => (
              <div
                key={keyOf(option)}
                {...optionProps?.(option)}
                id={`${id}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === active}
                className={optionClassName}
                // Pressing an option with the pointer leaves the focus in the input.
                onPointerDown={(event) => event.preventDefault()}
                onPointerEnter={() => setActive(index)}
                onClick={() => choose(option)}
                onKeyDown={handleKey}
              >
                {renderOption(option)}
              </div>
            ))
          : null}
      </div>
    </>
  );
};
