/** Connects the annotations of the reader with the page of the book: draws them, creates them from selections, and opens them. */

import type { Annotation, AnnotationTarget, Locator } from '@shufang/contract';
import type { FrameEvents, FrameRect, Located, Navigator, SelectionReport } from '@shufang/reading-engine';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { z } from 'zod';
import { quoteWithCitation } from '../../../features/annotation/cite-book.ts';
import { findOpenNote, saveOpenNote } from '../../../features/annotation/open-note.ts';
import { useAnnotations } from '../../../features/annotation/use-annotations.ts';
import { useUndo } from '../../../features/annotation/use-undo.tsx';
import { useLookUp } from '../../../features/dictionary/use-look-up.tsx';
import { reportUnlessClosed } from '../../../features/reading/report-unless-closed.ts';
import type { OpenedBook } from '../../../features/reading/use-open-book.ts';
import { broadcast } from '../../../platform/events/broadcasts.ts';
import { passageOf } from '../../../platform/formula/readable-quote.ts';
import { notesText } from '../../../platform/messages/zh-cn/notes.ts';
import { publicOrigin } from '../../../platform/public-origin.ts';
import { useShareCard } from './use-share-card.tsx';

/** Name under which the reading engine groups the drawn annotations. */
const GROUP = 'marks';

/** Name under which the reading engine groups what the classes of the reader see in the book (`class-layer.tsx`). */
export const CLASS_GROUP = 'class';

/** State passed by the page of the user's notes (我的笔记): the id of an orphaned annotation to re-anchor in this book. */
const reanchorState = z.object({ reanchor: z.string() });

interface OnPage {
  opened: OpenedBook;
  navigator: Navigator | undefined;
  located: Located | undefined;
  /** Returns the title of the chapter that contains a locator; stored with an annotation and shown in lists. */
  chapterOf: (locator: Located['locator']) => string;
}

type HighlightLook = Pick<Annotation, 'color' | 'highlightStyle'>;

/** What the toolbar acts on: selected text or a clicked annotation. */
export type Chosen = { kind: 'selection'; report: SelectionReport } | { kind: 'annotation'; annotation: Annotation; rect: FrameRect };

export const useAnnotationsOnPage = ({ opened, navigator, located, chapterOf }: OnPage) => {
  const { annotations: stored, actions } = useAnnotations(opened.book.id);
  const { deleteWithUndo, undoNotice } = useUndo(actions);
  const shareCard = useShareCard(opened);
  const lookUp = useLookUp(located !== undefined);
  const [chosen, setChosen] = useState<Chosen>();
  const [editingId, setEditingId] = useState(() => findOpenNote(opened.book.id));
  // Id of an annotation that was created because the user began to write a note; canceling the note deletes the annotation.
  const [createdForNoteId, setCreatedForNoteId] = useState<string>();
  // The look of the next highlight: that of the last one.
  const [look, setLook] = useState<HighlightLook>({ color: 'yellow', highlightStyle: 'solid' });
  const { state } = useLocation();
  const [reanchoringId, setReanchoringId] = useState(() => reanchorState.safeParse(state).data?.reanchor);
  // The class layer: whether the reader has a class for this book, the thread that was opened in the text, and the passage to ask about.
  const [hasClass, setHasClass] = useState(false);
  const [openedThreadId, openThread] = useState<string>();
  const [asking, setAsking] = useState<Omit<ReturnType<typeof newAnnotation>, 'bookId'>>();
  const annotations = stored ?? [];
  const edit = (annotationId: string | undefined, isCreatedForNote = false): void => {
    setEditingId(annotationId);
    setCreatedForNoteId(isCreatedForNote ? annotationId : undefined);
    saveOpenNote(opened.book.id, annotationId);
  };

  useEffect(() => {
    if (!navigator || !stored) return;
    const items = stored.map((annotation) => ({
      id: annotation.id,
      target: annotation.target,
      style: { color: annotation.color, kind: annotation.kind, highlightStyle: annotation.highlightStyle },
    }));
    void reportUnlessClosed(navigator.setDecorations(GROUP, items));
  }, [navigator, stored]);

  const newAnnotation = (target: AnnotationTarget, locator: Located['locator']) => ({
    bookId: opened.book.id,
    versionId: opened.version.id,
    target,
    chapterTitle: chapterOf(locator).slice(0, 300),
    totalProgression: locator.locations.totalProgression ?? 0,
  });
  /** Returns the existing annotation of exactly this passage; used to avoid a second highlight of the passage. */
  const findAnnotationAt = ({ href, position }: AnnotationTarget): Annotation | undefined =>
    annotations.find(
      ({ kind, target }) =>
        kind !== 'bookmark' && target.href === href && target.position.start === position.start && target.position.end === position.end,
    );
  /** Highlights the selected text. Without `chosenLook`, an existing annotation of the same text does not change its look. */
  const highlight = async (report: SelectionReport, chosenLook?: Partial<HighlightLook>): Promise<Annotation> => {
    const existing = findAnnotationAt(report.target);
    if (chosenLook !== undefined) setLook({ ...look, ...chosenLook });
    if (existing !== undefined && chosenLook !== undefined) await actions.changeLook(existing, chosenLook);
    const annotation =
      existing ??
      (await actions.createAnnotation({
        ...newAnnotation(report.target, report.locator),
        kind: 'highlight',
        ...look,
        ...chosenLook,
        body: '',
      }));
    setChosen(undefined);
    await reportUnlessClosed(navigator?.clearSelection());
    return annotation;
  };
  const dismiss = (): void => {
    setChosen(undefined);
    void reportUnlessClosed(navigator?.clearSelection());
  };

  const bookmarkHere = annotations.find(
    (annotation) =>
      annotation.kind === 'bookmark' &&
      located !== undefined &&
      annotation.target.href === located.visible.href &&
      annotation.target.position.start >= located.visible.startChar &&
      annotation.target.position.start < Math.max(located.visible.endChar, located.visible.startChar + 1),
  );

  return {
    annotations,
    chosen:
      chosen?.kind === 'annotation'
        ? { ...chosen, annotation: annotations.find(({ id }) => id === chosen.annotation.id) ?? chosen.annotation }
        : chosen,
    editing: annotations.find((annotation) => annotation.id === editingId),
    undoNotice,
    /** The orphaned annotation that is being re-anchored. */
    reanchoring: annotations.find((annotation) => annotation.id === reanchoringId),
    stopReanchoring: (): void => setReanchoringId(undefined),
    reanchorHere: async (): Promise<void> => {
      const annotation = annotations.find(({ id }) => id === reanchoringId);
      if (!annotation || chosen?.kind !== 'selection') return;
      const { report } = chosen;
      const { versionId, target, chapterTitle, totalProgression } = newAnnotation(report.target, report.locator);
      await actions.reanchorAnnotation(annotation, { versionId, target, chapterTitle, totalProgression });
      setReanchoringId(undefined);
      broadcast('toast', { kind: 'success', text: notesText.reanchored });
      dismiss();
    },
    isBookmarked: bookmarkHere !== undefined,
    deleteAnnotation: async (annotation: Annotation): Promise<void> => {
      setChosen(undefined);
      await deleteWithUndo([annotation]);
    },
    startEditing: (annotation: Annotation): void => {
      setChosen(undefined);
      edit(annotation.id);
    },
    stopEditing: (): void => edit(undefined),
    /** Deletes the annotation whose note was canceled, if it was created only for that note. */
    cancelNote: async (annotation: Annotation): Promise<void> => {
      if (annotation.id === createdForNoteId) await actions.deleteAnnotation(annotation);
    },
    saveBody: (annotation: Annotation, body: string): Promise<void> => actions.saveBody(annotation, body),
    dismiss,
    /** The style of the chosen annotation, or the one that the selected text would get. */
    highlightStyle: chosen?.kind === 'annotation' ? chosen.annotation.highlightStyle : look.highlightStyle,
    chooseLook: async (chosenLook: Partial<HighlightLook>): Promise<void> => {
      if (chosen?.kind === 'selection') await highlight(chosen.report, chosenLook);
      else if (chosen) {
        setLook({ ...look, ...chosenLook });
        await actions.changeLook(chosen.annotation, chosenLook);
      }
    },
    writeNote: async (): Promise<void> => {
      if (!chosen) return;
      const annotation = chosen.kind === 'selection' ? await highlight(chosen.report) : chosen.annotation;
      setChosen(undefined);
      edit(annotation.id, !annotations.some(({ id }) => id === annotation.id));
    },
    copy: async (): Promise<void> => {
      if (chosen) await copy(textOf(chosen), notesText.copied);
      dismiss();
    },
    copyCitation: async (): Promise<void> => {
      if (!chosen) return;
      const { edition, placeOfPublication = opened.metadata.placeOfPublication } = opened.book;
      const work = { ...opened.metadata, edition, placeOfPublication };
      const access = { at: Date.now(), address: `${publicOrigin()}/course/info/${opened.book.id}` };
      const text = chosen.kind === 'selection' ? chosen.report.citedText : textOf(chosen);
      const locator =
        chosen.kind === 'selection'
          ? { chapterTitle: chapterOf(chosen.report.locator), position: chosen.report.locator.locations.position }
          : { chapterTitle: chosen.annotation.chapterTitle };
      await copy(quoteWithCitation(text, work, locator, access), notesText.copiedCitation);
      dismiss();
    },
    /** Name of the entry that looks up a passage; undefined if nothing is offered. */
    lookUpName: lookUp.name,
    lookUp: (): void => {
      if (chosen) lookUp.open(textOf(chosen).trim());
      dismiss();
    },
    /** The dialog with the share card of a passage, or with what the dictionaries say, while it is open. */
    passageDialog: shareCard.dialog ?? lookUp.dialog,
    openShareCard: (): void => {
      if (!chosen) return;
      const { target, chapterTitle } =
        chosen.kind === 'annotation' ? chosen.annotation : { target: chosen.report.target, chapterTitle: chapterOf(chosen.report.locator) };
      const passage = chosen.kind === 'annotation' ? passageOf(chosen.annotation) : chosen.report.citedText;
      shareCard.open({ passage, chapter: chapterTitle, href: target.href });
      dismiss();
    },
    /** Returns the selected passage with its locator, for an erratum report. */
    passage: (): { quote: string; locator: Locator } | undefined => {
      if (!chosen) return undefined;
      const { target, chapterTitle } =
        chosen.kind === 'annotation'
          ? chosen.annotation
          : { target: chosen.report.target, chapterTitle: chapterOf(chosen.report.locator).slice(0, 300) };
      const locator = { href: target.href, title: chapterTitle, locations: { block: target.blocks.start } };
      return { quote: textOf(chosen), locator };
    },
    toggleBookmark: async (): Promise<void> => {
      if (bookmarkHere) {
        await deleteWithUndo([bookmarkHere]);
        return;
      }
      const target = await navigator?.describePosition();
      if (!target || !located) return;
      await actions.createAnnotation({
        ...newAnnotation(target, located.locator),
        kind: 'bookmark',
        color: 'red',
        highlightStyle: 'solid',
        body: '',
      });
    },
    handleSelection: (report: SelectionReport): void => setChosen({ kind: 'selection', report }),
    handleSelectionCleared: (): void => setChosen((before) => (before?.kind === 'selection' ? undefined : before)),
    setHasClass,
    openedThreadId,
    openThread,
    asking,
    stopAsking: (): void => setAsking(undefined),
    /** Asks the class about the selected passage; undefined if the reader has no class, or nothing is selected. */
    askClass:
      hasClass && chosen?.kind === 'selection'
        ? (): void => {
            const { bookId: _, ...passage } = newAnnotation(chosen.report.target, chosen.report.locator);
            setAsking(passage);
            dismiss();
          }
        : undefined,
    handleActivated: ({ id, group, rect }: FrameEvents['decorationActivated']): void => {
      if (group === CLASS_GROUP) openThread(id);
      const annotation = annotations.find((candidate) => candidate.id === id);
      if (annotation) setChosen({ kind: 'annotation', annotation, rect });
    },
    handleState: ({ id, group, matched }: FrameEvents['decorationState']): void => {
      const annotation = group === GROUP ? annotations.find((candidate) => candidate.id === id) : undefined;
      // The server anchors annotations when a version is released. Until then the engine's state is shown; that of a version older than the
      // annotation means nothing. Ids sort by time.
      if (annotation && annotation.versionId < opened.version.id) void actions.saveAnchorState(annotation, matched);
    },
  };
};

const textOf = (chosen: Chosen): string => (chosen.kind === 'selection' ? chosen.report.text : passageOf(chosen.annotation));

/** Copies a text and reports the result. Uses `globalThis`, because `navigator` above is the navigator of the reading engine. */
const copy = async (text: string, message: string): Promise<void> => {
  try {
    await globalThis.navigator.clipboard.writeText(text);
    broadcast('toast', { kind: 'success', text: message });
  } catch {
    // The browser refused to write to the clipboard, for example on plain HTTP; the message explains how to copy by hand.
    broadcast('toast', { kind: 'error', text: notesText.copyFailed });
  }
};
