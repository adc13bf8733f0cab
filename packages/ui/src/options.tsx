/** Checkboxes and radio buttons with their labels, and the checkbox of a list item. */
import type { ComponentProps, ReactNode } from 'react';
import { Row } from './layout/layout.tsx';
import type { StyleProps } from './layout/style-props.ts';
import styles from './options.module.css';

type InputProps = Pick<ComponentProps<'input'>, 'checked' | 'disabled' | 'name' | 'value' | 'ref' | 'aria-label' | 'aria-invalid'>;

interface OptionProps extends StyleProps, InputProps {
  /**
   * Look of the option. `small`, `medium`: a box of that size before the label. `segment`: no box; the style of the label shows whether the
   * option is selected.
   */
  readonly look?: 'small' | 'medium' | 'segment';
  readonly onPointerEnter?: () => void;
  readonly children: ReactNode;
}

const Option = ({
  type,
  look = 'medium',
  checked,
  disabled,
  name,
  value,
  ref,
  onChange,
  'aria-label': ariaLabel,
  'aria-invalid': ariaInvalid,
  className,
  children,
  ...label
}: OptionProps & Pick<ComponentProps<'input'>, 'type' | 'onChange'>) => (
  <Row
    as="label"
    gap={8}
    align="center"
    {...(look === 'segment' && { justify: 'center' })}
    {...label}
    className={[styles[look], className].filter((part) => part !== undefined).join(' ')}
  >
    <input {...{ type, checked, disabled, name, value, ref, onChange }} aria-label={ariaLabel} aria-invalid={ariaInvalid} />
    {children}
  </Row>
);

/** A checkbox and its label, to which style properties apply. */
export const CheckboxOption = ({ onChange, ...option }: OptionProps & { readonly onChange: (checked: boolean) => void }) => (
  <Option {...option} type="checkbox" onChange={({ target }) => onChange(target.checked)} />
);

/** A radio button and its label, to which style properties apply. `onChange`: called when the user selects the option. */
export const RadioOption = ({ onChange, ...option }: OptionProps & { readonly onChange: () => void }) => (
  <Option {...option} type="radio" onChange={onChange} />
);

type ItemCheckboxProps = Pick<ComponentProps<'input'>, 'id' | 'className' | 'checked'> & {
  readonly 'aria-label': string;
  readonly onChange: () => void;
};

/** The checkbox that selects an item of a list. */
export const ItemCheckbox = ({ className, ...input }: ItemCheckboxProps) => (
  <input {...input} type="checkbox" className={[styles.item, className].filter((part) => part !== undefined).join(' ')} />
);
