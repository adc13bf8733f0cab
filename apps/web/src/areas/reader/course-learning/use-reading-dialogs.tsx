/** The dialogs over an open book: an enlarged picture, a practice question, the report of an error, the link to a position, and the keyboard shortcuts. */
import { type Locator, mayReadAll, type PracticeItem } from '@shufang/contract';
import type { FigureReport } from '@shufang/reading-engine';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { offersStoredBooks } from '../../../features/offline/can-store-books.ts';
import { KeyboardHelp } from '../../../features/reading/notices.tsx';
import type { OpenedBook } from '../../../features/reading/use-open-book.ts';
import { useSession } from '../../../platform/session/session.ts';

/** The dialog that shares a position is loaded on demand, because few users open it. */
const SharePosition = lazy(async () => ({ default: (await import('./share-position.tsx')).SharePosition }));
const ReportDialog = lazy(async () => ({ default: (await import('../../../features/errata/report-dialog.tsx')).ReportDialog }));
/** The viewer of enlarged pictures is loaded when the user enlarges a picture for the first time. */
const FigureViewer = lazy(async () => ({ default: (await import('../../../features/reading/figure-viewer.tsx')).FigureViewer }));
/** The download of the whole book is loaded when the user asks for it. */
const OfflineDialog = lazy(async () => ({ default: (await import('../../../features/offline/offline-dialog.tsx')).OfflineDialog }));
/** Practice questions are loaded when the user opens the first one. */
const PracticeDialog = lazy(async () => ({ default: (await import('../../../features/practice/practice-dialog.tsx')).PracticeDialog }));

interface ReadingDialogs {
  readonly showFigure: (figure: FigureReport) => void;
  readonly showPractice: (item: PracticeItem) => void;
  readonly share: (position: Locator | undefined) => void;
  readonly reportPassage: (passage: { quote: string; locator: Locator }) => void;
  readonly showHelp: () => void;
  /** Absent if this reader cannot download the book. */
  readonly showDownload: (() => void) | undefined;
  /** The open dialogs. */
  readonly elements: ReactNode;
}

interface ReadingDialogsOptions {
  readonly opened: OpenedBook;
  readonly chapterOf: (position: Locator) => string;
  /** Called after the viewer of a picture or a practice question is closed, to focus the text. */
  readonly onClosed: () => void;
}

/** Returns the functions that open the dialogs, and the open dialogs. */
export const useReadingDialogs = ({ opened: { book, version, right }, chapterOf, onClosed }: ReadingDialogsOptions): ReadingDialogs => {
  const [figure, setFigure] = useState<FigureReport>();
  const [practice, setPractice] = useState<PracticeItem>();
  const [shared, setShared] = useState<Locator>();
  const [faulty, setFaulty] = useState<{ quote: string; locator: Locator }>();
  const [isHelpOpen, setHelpOpen] = useState(false);
  const [isDownloadOpen, setDownloadOpen] = useState(false);
  const isSignedIn = useSession((session) => session.userId !== undefined);
  const closeFigure = (): void => {
    figure?.picture.close();
    setFigure(undefined);
    onClosed();
  };
  const closePractice = (): void => {
    setPractice(undefined);
    onClosed();
  };
  const elements = (
    <>
      {figure && (
        <Suspense>
          <FigureViewer figure={figure} onClose={closeFigure} />
        </Suspense>
      )}
      {practice && (
        <Suspense>
          <PracticeDialog item={practice} bookId={book.id} versionId={version.id} onClose={closePractice} />
        </Suspense>
      )}
      {faulty && (
        <Suspense>
          <ReportDialog bookId={book.id} passage={faulty} onClose={() => setFaulty(undefined)} />
        </Suspense>
      )}
      {shared && (
        <Suspense>
          <SharePosition
            bookId={book.id}
            title={book.title}
            chapter={chapterOf(shared)}
            locator={shared}
            onClose={() => setShared(undefined)}
          />
        </Suspense>
      )}
      {isDownloadOpen && (
        <Suspense>
          <OfflineDialog bookId={book.id} title={book.title} onClose={() => setDownloadOpen(false)} />
        </Suspense>
      )}
      {isHelpOpen && <KeyboardHelp onClose={() => setHelpOpen(false)} />}
    </>
  );
  return {
    showFigure: setFigure,
    showPractice: setPractice,
    share: setShared,
    reportPassage: setFaulty,
    showHelp: () => setHelpOpen(true),
    showDownload: isSignedIn && mayReadAll(right) && offersStoredBooks() ? () => setDownloadOpen(true) : undefined,
    elements,
  };
};
