/** Applies the reader's preferences and the page's geometry to a content document, only as attributes and custom properties of its root. */
import type { ReadingPreferences } from '@shufang/contract';
import type { PageGeometry } from '../layout/page-geometry.ts';

export const papers: Record<ReadingPreferences['paper'], string> = {
  white: '#ffffff',
  cream: '#f8f2e2',
  green: '#e3efe0',
  gray: '#eceded',
  night: '#1c1b19',
};

export const fontSizePx = (preferences: ReadingPreferences): number => Math.round(16 * preferences.fontSize * 4) / 4;

/** Marks a document that is shown on night paper. This is the only preference that pages of a fixed layout follow. */
export const applyNight = (root: HTMLElement, { paper }: ReadingPreferences): void => {
  root.toggleAttribute('data-sf-night', paper === 'night');
};

export const applyPreferences = (root: HTMLElement, preferences: ReadingPreferences): void => {
  const { style } = root;
  style.setProperty('--sf-font-size', `${fontSizePx(preferences)}px`);
  style.setProperty('--sf-font-scale', String(preferences.fontSize));
  style.setProperty('--sf-line-height', String(preferences.lineHeight));
  style.setProperty('--sf-paper', papers[preferences.paper]);
  applyNight(root, preferences);
  root.dataset.sfFace = preferences.fontFamily;
  root.dataset.sfAlign = preferences.textAlign;
  root.dataset.sfIndent = preferences.paragraphIndent;
};

/** Returns the class of a line's length by its number of Chinese characters. */
const measureOf = ({ isVertical, figureWidth, figureHeight }: PageGeometry, fontSize: number): 'short' | 'medium' | 'long' => {
  const chars = (isVertical ? figureHeight : figureWidth) / fontSize;
  return chars < 24 ? 'short' : chars < 36 ? 'medium' : 'long';
};

/** Sets a custom property only if it changes: the browser computes all styles of the document again otherwise. */
const setChanged = (style: CSSStyleDeclaration, name: string, value: string): void => {
  if (style.getPropertyValue(name) !== value) style.setProperty(name, value);
};

export const applyGeometry = (root: HTMLElement, view: 'paged' | 'scroll', geometry: PageGeometry): void => {
  const { style } = root;
  root.dataset.sfView = view;
  root.toggleAttribute('data-sf-vertical', geometry.isVertical);
  root.dataset.sfMeasure = measureOf(geometry, Number.parseFloat(style.getPropertyValue('--sf-font-size')) || 16);
  setChanged(style, '--sf-page-width', `${geometry.pageWidth}px`);
  setChanged(style, '--sf-page-height', `${geometry.pageHeight}px`);
  setChanged(style, '--sf-vh', `${geometry.pageHeight / 100}px`);
  setChanged(style, '--sf-padding', `${geometry.paddingBlock}px ${geometry.paddingInline}px`);
  setChanged(style, '--sf-columns', String(geometry.columns));
  setChanged(style, '--sf-gap', `${geometry.gap}px`);
  setChanged(style, '--sf-figure-width', `${geometry.figureWidth}px`);
  setChanged(style, '--sf-figure-height', `${geometry.figureHeight}px`);
  setChanged(style, '--sf-block-room', `${geometry.blockSpace}px`);
};
