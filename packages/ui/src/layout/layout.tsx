/** Components that only arrange their children. Styles of a single screen are in that screen's CSS module and passed as `className`. */
import type { ComponentPropsWithRef, ElementType, JSX } from 'react';
import { type StyleProps, splitStyleProps } from './style-props.ts';

/** Properties of a layout component. `as`: the element or component that it renders. */
export type LayoutProps<Tag extends ElementType> = StyleProps & { readonly as?: Tag } & Omit<
    ComponentPropsWithRef<Tag>,
    keyof StyleProps | 'as'
  >;

const render = (tag: ElementType, base: readonly string[], props: StyleProps): JSX.Element => {
  const Tag = tag;
  const { className, rest } = splitStyleProps(base, props);
  return <Tag {...rest} className={className} />;
};

/** An element with margins and text properties, without a layout of its own. */
export const Block = <Tag extends ElementType = 'div'>({ as, ...props }: LayoutProps<Tag>): JSX.Element => render(as ?? 'div', [], props);

/** Arranges children vertically; each is as wide as the stack. */
export const Stack = <Tag extends ElementType = 'div'>({ as, ...props }: LayoutProps<Tag>): JSX.Element =>
  render(as ?? 'div', ['grid'], props);

/** Arranges children in a grid; `className` sets the columns. */
export const Grid = <Tag extends ElementType = 'div'>({ as, ...props }: LayoutProps<Tag>): JSX.Element =>
  render(as ?? 'div', ['grid'], props);

/** Arranges children vertically as flex items, which may grow, shrink or be aligned at the end. */
export const Column = <Tag extends ElementType = 'div'>({ as, ...props }: LayoutProps<Tag>): JSX.Element =>
  render(as ?? 'div', ['row', 'column'], props);

/** Arranges children horizontally on one line. */
export const Row = <Tag extends ElementType = 'div'>({ as, ...props }: LayoutProps<Tag>): JSX.Element =>
  render(as ?? 'div', ['row'], props);

/** Arranges children horizontally and wraps them onto further lines. */
export const Cluster = <Tag extends ElementType = 'div'>({ as, ...props }: LayoutProps<Tag>): JSX.Element =>
  render(as ?? 'div', ['row', 'cluster'], props);

/** A raised surface with a border. `flush`: without padding. */
export const Panel = <Tag extends ElementType = 'div'>({ as, ...props }: LayoutProps<Tag>): JSX.Element =>
  render(as ?? 'div', ['panel'], props);

/** Text with a size, tone and weight. */
export const Text = <Tag extends ElementType = 'span'>({ as, ...props }: LayoutProps<Tag>): JSX.Element => render(as ?? 'span', [], props);

/** A button that looks like text. `flush`: without padding. */
export const TextButton = ({ type = 'button', ...props }: LayoutProps<'button'>): JSX.Element =>
  render('button', ['textButton'], { ...props, type } as StyleProps);

/** Text for screen readers only. */
export const VisuallyHidden = <Tag extends ElementType = 'span'>({ as, ...props }: LayoutProps<Tag>): JSX.Element =>
  render(as ?? 'span', ['visuallyHidden'], props);
