/** The panel that is open beside the page, if any. An open note editor is shown instead of another panel. */
import type { Annotation, Locator, ReadingPreferences } from '@shufang/contract';
import { lazy, Suspense, useCallback, useState } from 'react';
import { NoteEditor } from '../../../features/annotation/note-editor.tsx';
import { NotesPanel } from '../../../features/annotation/notes-panel.tsx';
import { documentOf, type OutlineRow } from '../../../features/reading/book-outline.ts';
import { ContentsPanel, type ContentsPanelProps } from '../../../features/reading/contents-panel.tsx';
import { DisplayPanel } from '../../../features/reading/display-panel.tsx';
import type { PanelName } from '../../../features/reading/reader-bars.tsx';
import { ReaderPanel } from '../../../features/reading/reader-panel.tsx';
import { SearchPanel, type SearchState } from '../../../features/reading/search-panel.tsx';
import type { ManifestState } from '../../../features/reading/use-manifest.ts';
import type { OpenedBook } from '../../../features/reading/use-open-book.ts';
import { usePreparedSearch } from '../../../features/reading/use-prepared-search.ts';
import { notesText } from '../../../platform/messages/zh-cn/notes.ts';
import { readingText } from '../../../platform/messages/zh-cn/reading.ts';
import { useOwner } from '../../../platform/storage/use-owner.ts';
import type { ContentsTimes } from './contents-times.tsx';
import type { useAnnotationsOnPage } from './use-annotations-on-page.ts';

const ContentsTimesLoader = lazy(async () => ({ default: (await import('./contents-times.tsx')).ContentsTimesLoader }));
const AnnotationTasks = lazy(async () => ({ default: (await import('./annotation-tasks.tsx')).AnnotationTasks }));

export interface ReaderPanelsProps {
  opened: OpenedBook;
  whole: ManifestState;
  outline: readonly OutlineRow[];
  locator: Locator | undefined;
  panel: PanelName | undefined;
  side: 'left' | 'right';
  annotations: ReturnType<typeof useAnnotationsOnPage>;
  search: SearchState;
  preferences: ReadingPreferences;
  onClose: () => void;
  /** Called when something is pressed whose click opens a position in the book. */
  onPress: (target: { href: string } | { locator: Locator }) => void;
  onSearch: (state: SearchState) => void;
  onHit: (hit: Locator) => void;
  onEntry: (row: OutlineRow) => void;
  onAnnotation: (annotation: Annotation) => void;
  onPreferences: (fields: Partial<ReadingPreferences>) => void;
}

export const ReaderPanels = (props: ReaderPanelsProps) => {
  const { opened, whole, outline, locator, panel, side, annotations, search, preferences, onClose } = props;
  const owner = useOwner();
  usePreparedSearch(opened, whole.manifest);
  const [times, setTimes] = useState<ContentsTimes>({});
  const [labels, setLabels] = useState<ReadonlyMap<string, string>>();
  const titleOf = useCallback(
    (href: string): string => outline.find((row) => row.href !== undefined && documentOf(row.href) === href)?.title ?? '',
    [outline],
  );
  const { editing } = annotations;
  const contents: ContentsPanelProps = {
    whole,
    outline,
    locator,
    isTrial: opened.right.kind === 'trial',
    onPress: ({ href }) => {
      if (href !== undefined) props.onPress({ href });
    },
    onOpen: props.onEntry,
  };
  if (editing) {
    return (
      <ReaderPanel key={editing.id} title={notesText.editorTitle} side={side} onClose={annotations.stopEditing}>
        <NoteEditor
          owner={owner}
          annotation={editing}
          onSave={(body) => annotations.saveBody(editing, body)}
          onCancel={() => annotations.cancelNote(editing)}
          onClose={annotations.stopEditing}
        />
      </ReaderPanel>
    );
  }
  switch (panel) {
    case 'contents':
      return (
        <ReaderPanel title={readingText.contents} side={side} onClose={onClose}>
          <ContentsPanel {...contents} {...times} />
          <Suspense>
            <ContentsTimesLoader bookId={opened.book.id} onLoaded={setTimes} />
          </Suspense>
        </ReaderPanel>
      );
    case 'search':
      return (
        <ReaderPanel title={readingText.search} side={side} onClose={onClose}>
          <SearchPanel
            bookId={opened.book.id}
            state={search}
            titleOf={titleOf}
            onChange={props.onSearch}
            onPress={(hit) => props.onPress({ locator: hit })}
            onOpen={props.onHit}
          />
        </ReaderPanel>
      );
    case 'notes':
      return (
        <ReaderPanel title={readingText.notes} side={side} onClose={onClose}>
          <Suspense>
            <AnnotationTasks bookId={opened.book.id} annotations={annotations.annotations} onLabels={setLabels} />
          </Suspense>
          <NotesPanel
            annotations={annotations.annotations}
            labels={labels}
            onOpen={props.onAnnotation}
            onEdit={annotations.startEditing}
            onDelete={(annotation) => void annotations.deleteAnnotation(annotation)}
          />
        </ReaderPanel>
      );
    case 'display':
      return (
        <ReaderPanel title={readingText.display} side={side} isClear onClose={onClose}>
          <DisplayPanel
            preferences={preferences}
            isFixedLayout={opened.metadata.layout === 'fixed' && !opened.metadata.hasBothLayouts}
            isAlwaysScrolled={opened.metadata.flow?.startsWith('scrolled') === true}
            onChange={props.onPreferences}
          />
        </ReaderPanel>
      );
    case undefined:
      return null;
  }
};
