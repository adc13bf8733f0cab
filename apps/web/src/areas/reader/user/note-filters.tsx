/** The filters of the page of the user's notes (我的笔记), stored in the URL, and the fields that change them. */
import {
  type AnchorState,
  type AnnotationColor,
  type AnnotationKind,
  anchorState,
  annotationColor,
  annotationKind,
} from '@shufang/contract';
import { IconFilter } from '@shufang/icons';
import { Cluster, FilterToggle, Input, Row, SearchInput, Select } from '@shufang/ui';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { ColorFilter, KindFilter } from '../../../features/annotation/notes-panel.tsx';
import { notesText } from '../../../platform/messages/zh-cn/notes.ts';
import { FilterSelect } from './filter-select.tsx';
import styles from './my-notes-screen.module.css';

export interface NoteFilters {
  text: string;
  bookId?: string | undefined;
  chapter?: string | undefined;
  tag?: string | undefined;
  kind?: AnnotationKind | undefined;
  color?: AnnotationColor | undefined;
  anchor?: AnchorState | undefined;
  // The values of the two date fields, such as `2026-11-21`; empty if not set.
  from: string;
  to: string;
}
const FILTERS = ['text', 'bookId', 'chapter', 'tag', 'kind', 'color', 'anchor', 'from', 'to'] as const;

const filtersIn = (params: URLSearchParams): NoteFilters => ({
  text: params.get('text') ?? '',
  bookId: params.get('bookId') ?? undefined,
  chapter: params.get('chapter') ?? undefined,
  tag: params.get('tag') ?? undefined,
  kind: annotationKind.safeParse(params.get('kind')).data,
  color: annotationColor.safeParse(params.get('color')).data,
  anchor: anchorState.safeParse(params.get('anchor')).data,
  from: params.get('from') ?? '',
  to: params.get('to') ?? '',
});

const VIEWS = ['all', 'orphan', 'bin'] as const;

/** Reads the filters from the URL, where they are stored so that going back from a passage shows the same list. */
export const useNoteFilters = () => {
  const [params, setParams] = useSearchParams();
  const change = (more: Readonly<Record<string, string | undefined>>): void => {
    const next = new URLSearchParams(params);
    for (const [name, value] of Object.entries(more)) {
      if (value === undefined || value === '') next.delete(name);
      else next.set(name, value);
    }
    setParams(next, { replace: true });
  };
  return {
    filters: filtersIn(params),
    view: VIEWS.find((each) => each === params.get('view')) ?? 'all',
    by: params.get('by') === 'time' ? ('time' as const) : ('book' as const),
    change,
    clear: () => change(Object.fromEntries(FILTERS.map((name) => [name, undefined]))),
  };
};

interface NoteFilterFieldsProps {
  readonly filters: NoteFilters;
  readonly by: 'book' | 'time';
  readonly books: readonly { readonly id: string; readonly title: string }[];
  readonly chapters: readonly string[];
  readonly tags: readonly string[];
  /** What became of passages in new versions, to choose from; empty if all are unchanged. */
  readonly anchors: readonly AnchorState[];
  readonly onFilters: (more: Partial<NoteFilters>) => void;
  readonly onGroupBy: (value: string) => void;
}

/** On phones a button shows and hides the fields besides the search. */
export const NoteFilterFields = ({ filters, by, books, chapters, tags, anchors, onFilters, onGroupBy }: NoteFilterFieldsProps) => {
  const [isOpen, setOpen] = useState(false);
  const active = FILTERS.filter((name) => name !== 'text' && (filters[name] ?? '') !== '').length;
  return (
    <>
      <Row gap={8} align="center" marginBottom={12}>
        <SearchInput
          className={styles.search}
          aria-label={notesText.searchNotes}
          placeholder={notesText.searchPlaceholder}
          value={filters.text}
          onChange={(text) => onFilters({ text })}
        />
        <FilterToggle label={notesText.filterToggle(active)} isOpen={isOpen} onToggle={() => setOpen(!isOpen)}>
          <IconFilter size={18} stroke={1.6} aria-hidden />
        </FilterToggle>
      </Row>
      <Cluster gap={[8, 12]} align="center" marginBottom={12} className={styles.tools} data-open={isOpen || undefined}>
        <FilterSelect
          label={notesText.filterBook}
          all={notesText.allBooks}
          value={filters.bookId}
          options={books.map(({ id, title }) => [id, title])}
          onChange={(bookId) => onFilters({ bookId, chapter: undefined })}
        />
        {chapters.length > 1 ? (
          <FilterSelect
            label={notesText.filterChapter}
            all={notesText.allChapters}
            value={filters.chapter}
            options={chapters.map((title) => [title, title])}
            onChange={(chapter) => onFilters({ chapter })}
          />
        ) : null}
        {tags.length > 0 ? (
          <FilterSelect
            label={notesText.filterTag}
            all={notesText.allTags}
            value={filters.tag}
            options={tags.map((tag) => [tag, tag])}
            onChange={(tag) => onFilters({ tag })}
          />
        ) : null}
        {anchors.length > 0 ? (
          <FilterSelect
            label={notesText.filterAnchor}
            all={notesText.allAnchors}
            value={filters.anchor}
            options={anchors.map((anchor) => [anchor, notesText.anchorNames[anchor]])}
            onChange={(anchor) => onFilters({ anchor: anchorState.safeParse(anchor).data })}
          />
        ) : null}
        <Select className={styles.select} aria-label={notesText.groupBy} value={by} onChange={onGroupBy}>
          <option value="book">{notesText.byBook}</option>
          <option value="time">{notesText.byTime}</option>
        </Select>
        <KindFilter value={filters.kind} onChange={(kind) => onFilters({ kind })} />
        <ColorFilter value={filters.color} onChange={(color) => onFilters({ color })} />
        <Row gap={6} align="center" tone="faint" className={styles.dates}>
          <Input
            type="date"
            className={styles.date}
            aria-label={notesText.filterFrom}
            max={filters.to}
            value={filters.from}
            onChange={(from) => onFilters({ from })}
          />
          <span aria-hidden>—</span>
          <Input
            type="date"
            className={styles.date}
            aria-label={notesText.filterTo}
            min={filters.from}
            value={filters.to}
            onChange={(to) => onFilters({ to })}
          />
        </Row>
      </Cluster>
    </>
  );
};
