/** Chinese labels of an annotation in exported documents: kind, color, position, time, and what became of its passage. */
import type { AnchorState, AnnotationColor, HighlightStyle } from '@shufang/contract';
import type { StoredAnnotation } from './stored-annotation.ts';

export const COLOR_NAMES: Record<AnnotationColor, string> = { yellow: '黄色', green: '绿色', blue: '蓝色', pink: '粉色', red: '红色' };
/** The style of a highlight. A colored ground, the usual style, is not mentioned beside the color. */
export const HIGHLIGHT_STYLE_NAMES: Record<HighlightStyle, string> = { solid: '底色', underline: '直线', wavy: '波浪线' };
/** What became of the passage in later versions of the book; empty if it is unchanged. */
const ANCHOR_NAMES: Record<AnchorState, string> = { exact: '', moved: '原文已移位', fuzzy: '原文有改动', orphan: '原文已删除' };
const KIND_NAMES = { highlight: '划线', note: '笔记', bookmark: '书签' } as const;

/** Format of a time such as `2026-11-25 09:30` in the time zone of China, independent of the server's settings. */
const DATE_AND_TIME = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'short' });

export const kindLabel = (annotation: Pick<StoredAnnotation, 'kind' | 'body'>): string =>
  KIND_NAMES[annotation.kind === 'highlight' && annotation.body !== '' ? 'note' : annotation.kind];
export const progressionLabel = (annotation: Pick<StoredAnnotation, 'totalProgression'>): string =>
  `${(annotation.totalProgression * 100).toFixed(1)}%`;
export const anchorLabel = (annotation: Pick<StoredAnnotation, 'anchor'>): string => ANCHOR_NAMES[annotation.anchor];
export const timeLabel = (at: number): string => DATE_AND_TIME.format(at);
export const chapterLabel = (annotation: Pick<StoredAnnotation, 'chapterTitle'>): string =>
  annotation.chapterTitle === '' ? '未分章' : annotation.chapterTitle;

/** Returns the labels shown under an annotation: kind, color and style (of a bookmark its position), tags, time, and a changed passage. */
export const metadataLabelsOf = (annotation: StoredAnnotation): string[] => [
  kindLabel(annotation),
  ...(annotation.kind === 'bookmark'
    ? [`位置 ${progressionLabel(annotation)}`]
    : [COLOR_NAMES[annotation.color] + (annotation.highlightStyle === 'solid' ? '' : HIGHLIGHT_STYLE_NAMES[annotation.highlightStyle])]),
  ...(annotation.tags.length > 0 ? [`标签：${annotation.tags.join('、')}`] : []),
  timeLabel(annotation.createdAt),
  ...(annotation.anchor === 'exact' ? [] : [anchorLabel(annotation)]),
];

/** A book of an export with its annotations. */
export interface ExportedBook {
  readonly id: string;
  readonly title: string;
  readonly authors: string;
  /** The annotations in reading order. */
  readonly annotations: readonly StoredAnnotation[];
}
