/** The values that layout and text components accept. Each has one class in `layout.module.css`, which the test of this folder checks. */
import styles from './layout.module.css';

/** Values of each property. Numbers are CSS pixels at the default text size; text sizes are set in `rem`. */
export const STYLE_VALUES = {
  gap: [4, 6, 8, 10, 12, 16, 20, 24],
  rowGap: [0, 4, 8],
  columnGap: [12, 16, 24],
  align: ['start', 'center', 'end', 'baseline'],
  justify: ['center', 'end', 'between'],
  justifyItems: ['start', 'center'],
  placeItems: ['center'],
  marginTop: [4, 6, 8, 12, 16, 20, 24],
  marginBottom: [8, 12, 16, 20, 24],
  marginLeft: ['auto'],
  minWidth: [0],
  flex: [1, 'none'],
  size: ['inherit', 12, 13, 14, 15, 16, 17, 18, 20],
  tone: ['inherit', 'ink', 'soft', 'faint', 'accent'],
  weight: [400, 600, 700],
  textAlign: ['left', 'center'],
  whiteSpace: ['nowrap', 'pre-line'],
} as const;

/** Style properties that have no values: each is either set or not. */
export const STYLE_FLAGS = [
  'block',
  'inline',
  'fullWidth',
  'serif',
  'tabular',
  'underline',
  'breakWords',
  'ellipsis',
  'stretchedLink',
  'flush',
] as const;

type Values = typeof STYLE_VALUES;
type OneValue = { readonly [Name in Exclude<keyof Values, 'gap' | 'rowGap' | 'columnGap'>]?: Values[Name][number] | undefined };
type Flags = { readonly [Name in (typeof STYLE_FLAGS)[number]]?: boolean | undefined };

/**
 * Style properties of a component. `gap`: space between its children. `tone`: text color by meaning. `serif`: the typeface of headings.
 * `ellipsis`: ends a line that is too long with an ellipsis. `stretchedLink`: the link in the element, or the label, covers the whole positioned
 * ancestor; `--link-radius` and `--link-offset` set its focus outline.
 */
export interface StyleProps extends OneValue, Flags {
  readonly gap?: Values['gap'][number] | readonly [Values['rowGap'][number], Values['columnGap'][number]] | undefined;
  readonly className?: string | undefined;
}

const capitalized = (value: string | number): string => String(value).replace(/^./, (first) => first.toUpperCase());

/** Returns the name of the class that sets a property to a value. */
export const classNameOf = (name: string, value: string | number): string => name + capitalized(value);

const isStyleProp = (name: string): boolean => Object.hasOwn(STYLE_VALUES, name) || (STYLE_FLAGS as readonly string[]).includes(name);

const classNamesOf = (name: string, value: unknown): readonly string[] => {
  if (value === undefined || value === false) return [];
  if (value === true) return [name];
  if (Array.isArray(value)) return [classNameOf('rowGap', value[0]), classNameOf('columnGap', value[1])];
  return [classNameOf(name, value as string | number)];
};

/**
 * Separates style properties from the other properties. Returns the other properties and the class names: `base`, those of the style
 * properties, and that of the caller.
 */
export const splitStyleProps = (
  base: readonly string[],
  { className, ...props }: StyleProps,
): { readonly className: string | undefined; readonly rest: Record<string, unknown> } => {
  const names = [...base];
  const rest: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(props)) {
    if (isStyleProp(name)) names.push(...classNamesOf(name, value));
    else rest[name] = value;
  }
  const classes = names.map((name) => styles[name]);
  if (className !== undefined) classes.push(className);
  return { className: classes.length > 0 ? classes.join(' ') : undefined, rest };
};
