/** The dialog with the share card of a passage; its code is loaded when it is opened first. */
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { isClosedAt } from '../../../features/reading/book-outline.ts';
import type { OpenedBook } from '../../../features/reading/use-open-book.ts';

const ShareCardDialog = lazy(async () => ({
  default: (await import('../../../features/annotation/share-card-dialog.tsx')).ShareCardDialog,
}));

interface SharedText {
  readonly passage: string;
  readonly chapter: string;
  readonly href: string;
}

export const useShareCard = ({ book, readingOrder }: OpenedBook): { open: (shared: SharedText) => void; dialog: ReactNode } => {
  const [shared, setShared] = useState<SharedText>();
  const { title, authors, publisher, cover } = book;
  return {
    open: setShared,
    dialog: shared && (
      <Suspense>
        <ShareCardDialog
          bookId={book.id}
          shared={{ passage: shared.passage.trim(), chapter: shared.chapter, title, authors, publisher, cover }}
          isLocked={isClosedAt(readingOrder.items, shared.href)}
          onClose={() => setShared(undefined)}
        />
      </Suspense>
    ),
  };
};
