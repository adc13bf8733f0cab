/** The dialogs over an open book: an enlarged picture, the report of an error, the link to a position, and the keyboard shortcuts. */
import type { Locator } from '@shufang/contract';
import type { FigureReport } from '@shufang/reading-engine';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { KeyboardHelp } from '../../../features/reading/notices.tsx';
import type { OpenedBook } from '../../../features/reading/use-open-book.ts';

/** The dialog that shares a position is loaded on demand, because few users open it. */
const SharePosition = lazy(async () => ({ default: (await import('./share-position.tsx')).SharePosition }));
const ReportDialog = lazy(async () => ({ default: (await import('../../../features/errata/report-dialog.tsx')).ReportDialog }));
/** The viewer of enlarged pictures is loaded when the user enlarges a picture for the first time. */
const FigureViewer = lazy(async () => ({ default: (await import('../../../features/reading/figure-viewer.tsx')).FigureViewer }));

interface ReadingDialogs {
  readonly showFigure: (figure: FigureReport) => void;
  readonly share: (position: Locator | undefined) => void;
  readonly reportPassage: (passage: { quote: string; locator: Locator }) => void;
  readonly showHelp: () => void;
  /** The open dialogs. */
  readonly elements: ReactNode;
}

interface ReadingDialogsOptions {
  readonly book: OpenedBook['book'];
  readonly chapterOf: (position: Locator) => string;
  /** Called after the viewer of a picture is closed, to focus the text. */
  readonly onFigureClosed: () => void;
}

/** Returns the functions that open the dialogs, and the open dialogs. */
export const useReadingDialogs = ({ book, chapterOf, onFigureClosed }: ReadingDialogsOptions): ReadingDialogs => {
  const [figure, setFigure] = useState<FigureReport>();
  const [shared, setShared] = useState<Locator>();
  const [faulty, setFaulty] = useState<{ quote: string; locator: Locator }>();
  const [isHelpOpen, setHelpOpen] = useState(false);
  const closeFigure = (): void => {
    figure?.picture.close();
    setFigure(undefined);
    onFigureClosed();
  };
  const elements = (
    <>
      {figure && (
        <Suspense>
          <FigureViewer figure={figure} onClose={closeFigure} />
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
      {isHelpOpen && <KeyboardHelp onClose={() => setHelpOpen(false)} />}
    </>
  );
  return { showFigure: setFigure, share: setShared, reportPassage: setFaulty, showHelp: () => setHelpOpen(true), elements };
};
