/** Renders one icon of the Tabler set as an SVG element in React, with the same attributes and classes as `@tabler/icons-react`. */
import { createElement, type FunctionComponent, type SVGProps } from 'react';

export interface IconProps extends Omit<SVGProps<SVGSVGElement>, 'stroke'> {
  /** Width and height in CSS pixels; default 24. */
  readonly size?: number | string;
  /** Stroke width on the 24-unit grid; default 2. Filled icons have no strokes. */
  readonly stroke?: number | string;
}

/** `shapes`: the `d` attributes of the paths, in drawing order. */
export const makeIcon = (kind: 'outline' | 'filled', name: string, shapes: readonly string[]): FunctionComponent<IconProps> => {
  const paths = shapes.map((d) => createElement('path', { key: d, d }));
  return function Icon({ color = 'currentColor', size = 24, stroke = 2, className, children, ...rest }) {
    return createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        className: ['tabler-icon', `tabler-icon-${name}`, className].filter(Boolean).join(' '),
        ...(kind === 'filled'
          ? { fill: color, stroke: 'none' }
          : { fill: 'none', stroke: color, strokeWidth: stroke, strokeLinecap: 'round', strokeLinejoin: 'round' }),
        ...rest,
      },
      paths,
      children,
    );
  };
};
