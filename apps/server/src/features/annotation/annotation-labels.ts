/** Chinese labels of an annotation in exported documents: kind, color, position and time. */
import type { AnnotationColor } from '@shufang/contract';
import type { StoredAnnotation } from './stored-annotation.ts';

export const COLOR_NAMES: Record<AnnotationColor, string> = { yellow: '黄色', green: '绿色', blue: '蓝色', pink: '粉色', red: '红色' };
const KIND_NAMES = { highlight: '划线', note: '笔记', bookmark: '书签' } as const;

/** Format of a time such as `2026-11-25 09:30` in the time zone of China, independent of the server's settings. */
const DATE_AND_TIME = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'short' });

export const kindLabel = (annotation: Pick<StoredAnnotation, 'kind' | 'body'>): string =>
  KIND_NAMES[annotation.kind === 'highlight' && annotation.body !== '' ? 'note' : annotation.kind];
export const progressionLabel = (annotation: Pick<StoredAnnotation, 'totalProgression'>): string =>
  `${(annotation.totalProgression * 100).toFixed(1)}%`;
export const timeLabel = (at: number): string => DATE_AND_TIME.format(at);
export const chapterLabel = (annotation: Pick<StoredAnnotation, 'chapterTitle'>): string =>
  annotation.chapterTitle === '' ? '未分章' : annotation.chapterTitle;

/** Returns the labels shown under an annotation: kind, color (of a bookmark its position), tags and time. */
export const metadataLabelsOf = (annotation: StoredAnnotation): string[] => [
  kindLabel(annotation),
  ...(annotation.kind === 'bookmark' ? [`位置 ${progressionLabel(annotation)}`] : [COLOR_NAMES[annotation.color]]),
  ...(annotation.tags.length > 0 ? [`标签：${annotation.tags.join('、')}`] : []),
  timeLabel(annotation.createdAt),
];

/** A book of an export with its annotations. */
export interface ExportedBook {
  readonly id: string;
  readonly title: string;
  readonly authors: string;
  /** The annotations in reading order. */
  readonly annotations: readonly StoredAnnotation[];
}
