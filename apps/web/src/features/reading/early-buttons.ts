/**
 * The page-turn buttons beside the text in wide windows before the client is loaded: at the position and with the look of `EdgeButton`
 * (`reader-bars.tsx`), which replaces them. Without dependencies, because it is part of the inline script of the reading page.
 */
import { readingFrameText } from '../../platform/messages/zh-cn/reading-frame.ts';

const SVG = 'http://www.w3.org/2000/svg';
/** Paths of the icons IconChevronLeft and IconChevronRight. */
const CHEVRONS = { left: 'M15 6l-6 6l6 6', right: 'M9 6l6 6l-6 6' } as const;

/** Style of the buttons in the element that contains the early frame. */
export const earlyButtonStyle = (host: string): string => `${host} > button {
  position: absolute; top: calc(50% - 48px); width: 48px; height: 96px; margin: 0 8px; padding: 0 8px; border: 0; border-radius: 4px;
  background: none; color: #6d685f;
}
${host} > button[data-side="left"] { right: 100%; }
${host} > button[data-side="right"] { left: 100%; }
@media (max-width: 899.98px) { ${host} > button { display: none; } }`;

const createIcon = (side: keyof typeof CHEVRONS): SVGSVGElement => {
  const icon = document.createElementNS(SVG, 'svg');
  const attributes = { viewBox: '0 0 24 24', width: '28', height: '28', fill: 'none', stroke: 'currentColor', 'stroke-width': '1.2' };
  for (const [name, value] of Object.entries({ ...attributes, 'stroke-linecap': 'round', 'stroke-linejoin': 'round' }))
    icon.setAttribute(name, value);
  icon.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', CHEVRONS[side]);
  icon.append(path);
  return icon;
};

/** Adds the buttons to the element. `isLeftForward`: the left one turns forward. */
export const addEarlyButtons = (host: Element, isLeftForward: boolean, turn: (direction: 'next' | 'previous') => void): void => {
  for (const side of ['left', 'right'] as const) {
    const direction = (side === 'left') === isLeftForward ? 'next' : 'previous';
    const button = document.createElement('button');
    button.type = 'button';
    button.dataset['side'] = side;
    button.setAttribute('aria-label', readingFrameText[direction]);
    button.append(createIcon(side));
    button.addEventListener('click', () => turn(direction));
    host.append(button);
  }
};
