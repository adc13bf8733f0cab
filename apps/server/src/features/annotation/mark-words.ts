/** How a mark is said in documents people keep: kind, colour, place and time in words. */
import type { AnnotationColor } from '@shufang/contract';
import type { StoredAnnotation } from './stored-annotation.ts';

export const COLOR_NAMES: Record<AnnotationColor, string> = { yellow: '黄色', green: '绿色', blue: '蓝色', pink: '粉色', red: '红色' };
const KIND_NAMES = { highlight: '划线', note: '笔记', bookmark: '书签' } as const;

/** Dates as people in China write them, wherever the server stands. */
const DATE_AND_TIME = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'short' });

export const kindWord = (mark: Pick<StoredAnnotation, 'kind' | 'body'>): string =>
  KIND_NAMES[mark.kind === 'highlight' && mark.body !== '' ? 'note' : mark.kind];
export const placeWord = (mark: Pick<StoredAnnotation, 'totalProgression'>): string => `${(mark.totalProgression * 100).toFixed(1)}%`;
export const timeWord = (at: number): string => DATE_AND_TIME.format(at);
export const chapterWord = (mark: Pick<StoredAnnotation, 'chapterTitle'>): string =>
  mark.chapterTitle === '' ? '未分章' : mark.chapterTitle;

/** The line under a mark. */
export const factsOf = (mark: StoredAnnotation): string[] => [
  kindWord(mark),
  ...(mark.kind === 'bookmark' ? [`位置 ${placeWord(mark)}`] : [COLOR_NAMES[mark.color]]),
  ...(mark.tags.length > 0 ? [`标签：${mark.tags.join('、')}`] : []),
  timeWord(mark.createdAt),
];

/** One book of an export. */
export interface ExportedBook {
  readonly id: string;
  readonly title: string;
  readonly authors: string;
  /** In reading order. */
  readonly marks: readonly StoredAnnotation[];
}
