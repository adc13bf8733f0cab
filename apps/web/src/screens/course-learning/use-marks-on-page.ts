/** Joins the marks of a reader with the page: draws them, turns selections into them, opens them again. */
import type { Annotation, AnnotationColor, AnnotationTarget, Locator } from '@shufang/contract';
import type { FrameEvents, FrameRect, Located, Navigator, SelectionReport } from '@shufang/reading-engine';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { z } from 'zod';
import { quoteWithCitation } from '../../features/annotation/cite-book.ts';
import { findOpenNote, keepOpenNote } from '../../features/annotation/open-note.ts';
import { useMarks } from '../../features/annotation/use-marks.ts';
import { useUndo } from '../../features/annotation/use-undo.tsx';
import type { OpenedBook } from '../../features/reading/use-open-book.ts';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { notesText } from '../../platform/messages/zh-cn/notes.ts';

/** The group of decorations that are the reader's own. */
const GROUP = 'marks';

/** Handed over by 我的笔记: the mark whose reader wants to give it a new place in this book. */
const reanchorWish = z.object({ reanchor: z.string() });

interface OnPage {
  opened: OpenedBook;
  navigator: Navigator | undefined;
  located: Located | undefined;
  /** Chapter a place is in, for lists. */
  chapterOf: (place: Located['locator']) => string;
}

/** What the toolbar stands on: a fresh selection or a mark that was clicked. */
export type Chosen = { kind: 'selection'; report: SelectionReport } | { kind: 'mark'; mark: Annotation; rect: FrameRect };

export const useMarksOnPage = ({ opened, navigator, located, chapterOf }: OnPage) => {
  const { marks: stored, verbs } = useMarks(opened.book.id);
  const { deleteWithUndo, undoNotice } = useUndo(verbs);
  const [chosen, setChosen] = useState<Chosen>();
  const [editingId, setEditingId] = useState(() => findOpenNote(opened.book.id));
  // The mark that was made only for the note that is open.
  const [madeForNoteId, setMadeForNoteId] = useState<string>();
  const [color, setColor] = useState<AnnotationColor>('yellow');
  const { state } = useLocation();
  const [reanchoringId, setReanchoringId] = useState(() => reanchorWish.safeParse(state).data?.reanchor);
  const marks = stored ?? [];
  const edit = (markId: string | undefined, isMadeForNote = false): void => {
    setEditingId(markId);
    setMadeForNoteId(isMadeForNote ? markId : undefined);
    keepOpenNote(opened.book.id, markId);
  };

  useEffect(() => {
    if (!navigator || !stored) return;
    void navigator
      .setDecorations(
        GROUP,
        stored.map((mark) => ({ id: mark.id, target: mark.target, style: { color: mark.color, kind: mark.kind } })),
      )
      .catch(reportError);
  }, [navigator, stored]);

  const newMark = (target: AnnotationTarget, place: Located['locator']) => ({
    bookId: opened.book.id,
    versionId: opened.version.id,
    target,
    chapterTitle: chapterOf(place).slice(0, 300),
    totalProgression: place.locations.totalProgression ?? 0,
  });
  /** The same words are never marked twice. */
  const markOn = ({ href, position }: AnnotationTarget): Annotation | undefined =>
    marks.find(
      ({ kind, target }) =>
        kind !== 'bookmark' && target.href === href && target.position.start === position.start && target.position.end === position.end,
    );
  /** Without `wanted` a mark that is there keeps its colour. */
  const highlight = async (report: SelectionReport, wanted?: AnnotationColor): Promise<Annotation> => {
    const known = markOn(report.target);
    if (wanted !== undefined) setColor(wanted);
    if (known !== undefined && wanted !== undefined) await verbs.changeColor(known, wanted);
    const mark =
      known ?? (await verbs.addMark({ ...newMark(report.target, report.locator), kind: 'highlight', color: wanted ?? color, body: '' }));
    setChosen(undefined);
    await navigator?.clearSelection();
    return mark;
  };
  const dismiss = (): void => {
    setChosen(undefined);
    void navigator?.clearSelection().catch(reportError);
  };

  const bookmarkHere = marks.find(
    (mark) =>
      mark.kind === 'bookmark' &&
      located !== undefined &&
      mark.target.href === located.visible.href &&
      mark.target.position.start >= located.visible.startChar &&
      mark.target.position.start < Math.max(located.visible.endChar, located.visible.startChar + 1),
  );

  return {
    marks,
    chosen: chosen?.kind === 'mark' ? { ...chosen, mark: marks.find(({ id }) => id === chosen.mark.id) ?? chosen.mark } : chosen,
    editing: marks.find((mark) => mark.id === editingId),
    undoNotice,
    /** The mark that waits for a new place. */
    reanchoring: marks.find((mark) => mark.id === reanchoringId),
    stopReanchoring: (): void => setReanchoringId(undefined),
    reanchorHere: async (): Promise<void> => {
      const mark = marks.find(({ id }) => id === reanchoringId);
      if (!mark || chosen?.kind !== 'selection') return;
      const { report } = chosen;
      const { versionId, target, chapterTitle, totalProgression } = newMark(report.target, report.locator);
      await verbs.moveMark(mark, { versionId, target, chapterTitle, totalProgression });
      setReanchoringId(undefined);
      broadcast('toast', { kind: 'success', text: notesText.reanchored });
      dismiss();
    },
    isBookmarked: bookmarkHere !== undefined,
    deleteMark: async (mark: Annotation): Promise<void> => {
      setChosen(undefined);
      await deleteWithUndo([mark]);
    },
    startEditing: (mark: Annotation): void => {
      setChosen(undefined);
      edit(mark.id);
    },
    stopEditing: (): void => edit(undefined),
    /** A mark made for a note goes with it. */
    giveUpNote: async (mark: Annotation): Promise<void> => {
      if (mark.id === madeForNoteId) await verbs.deleteMark(mark);
    },
    saveBody: (mark: Annotation, body: string): Promise<void> => verbs.saveBody(mark, body),
    dismiss,
    chooseColor: async (wanted: AnnotationColor): Promise<void> => {
      if (chosen?.kind === 'selection') await highlight(chosen.report, wanted);
      else if (chosen) {
        setColor(wanted);
        await verbs.changeColor(chosen.mark, wanted);
      }
    },
    writeNote: async (): Promise<void> => {
      if (!chosen) return;
      const mark = chosen.kind === 'selection' ? await highlight(chosen.report) : chosen.mark;
      setChosen(undefined);
      edit(mark.id, !marks.some(({ id }) => id === mark.id));
    },
    copyCitation: async (): Promise<void> => {
      if (!chosen) return;
      const { metadata } = opened.manifest;
      const text = chosen.kind === 'selection' ? chosen.report.text : chosen.mark.target.quote.exact;
      const place =
        chosen.kind === 'selection'
          ? { chapterTitle: chapterOf(chosen.report.locator), position: chosen.report.locator.locations.position }
          : { chapterTitle: chosen.mark.chapterTitle };
      try {
        await systemClipboard().writeText(quoteWithCitation(text, metadata, place));
        broadcast('toast', { kind: 'success', text: notesText.copied });
      } catch {
        // Refused by the browser, e.g. on plain http: the reader is told how to copy by hand.
        broadcast('toast', { kind: 'error', text: notesText.copyFailed });
      }
      dismiss();
    },
    /** The chosen passage with its place, for who finds a fault in it. */
    passage: (): { quote: string; locator: Locator } | undefined => {
      if (!chosen) return undefined;
      const { target, chapterTitle } =
        chosen.kind === 'mark'
          ? chosen.mark
          : { target: chosen.report.target, chapterTitle: chapterOf(chosen.report.locator).slice(0, 300) };
      const locator = { href: target.href, title: chapterTitle, locations: { block: target.blocks.start } };
      return { quote: chosen.kind === 'mark' ? target.quote.exact : chosen.report.text, locator };
    },
    toggleBookmark: async (): Promise<void> => {
      if (bookmarkHere) {
        await deleteWithUndo([bookmarkHere]);
        return;
      }
      const target = await navigator?.describePlace();
      if (!target || !located) return;
      await verbs.addMark({ ...newMark(target, located.locator), kind: 'bookmark', color: 'red', body: '' });
    },
    handleSelection: (report: SelectionReport): void => setChosen({ kind: 'selection', report }),
    handleSelectionCleared: (): void => setChosen((before) => (before?.kind === 'selection' ? undefined : before)),
    handleActivated: ({ id, rect }: FrameEvents['decorationActivated']): void => {
      const mark = marks.find((candidate) => candidate.id === id);
      if (mark) setChosen({ kind: 'mark', mark, rect });
    },
    handleState: ({ id, group, matched }: FrameEvents['decorationState']): void => {
      const mark = group === GROUP ? marks.find((candidate) => candidate.id === id) : undefined;
      if (mark) void verbs.keepAnchor(mark, matched);
    },
  };
};

/** The parameter `navigator` above is the engine's. */
const systemClipboard = (): Clipboard => globalThis.navigator.clipboard;
