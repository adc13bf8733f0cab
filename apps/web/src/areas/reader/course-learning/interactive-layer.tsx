/** The interactive form of the shown document, if it has one and its scripts are approved. Its code is loaded when one is shown. */
import type { ReadingOrderItem } from '@shufang/contract';
import type { LinkReport } from '@shufang/reading-engine';
import { lazy, Suspense } from 'react';
import { hrefOfOriginal } from '../../../features/interactive/href-of-original.ts';
import type { OpenedBook } from '../../../features/reading/use-open-book.ts';

const InteractiveDocument = lazy(async () => ({
  default: (await import('../../../features/interactive/interactive-document.tsx')).InteractiveDocument,
}));

interface InteractiveLayerProps {
  readonly opened: OpenedBook;
  readonly documents: readonly Pick<ReadingOrderItem, 'href' | 'scripted'>[];
  /** Address of the shown document. */
  readonly href: string;
  readonly title: string;
  readonly onExternalLink: (link: LinkReport) => void;
  readonly onJump: (href: string) => void;
}

const NOWHERE = { x: 0, y: 0, width: 0, height: 0 };

export const InteractiveLayer = ({ opened, documents, href, title, onExternalLink, onJump }: InteractiveLayerProps) => {
  const path = documents.find((document) => document.href === href)?.scripted;
  if (opened.scripts === undefined || path === undefined) return null;
  return (
    <Suspense>
      <InteractiveDocument
        key={path}
        bookId={opened.book.id}
        versionId={opened.version.id}
        baseUrl={opened.scripts.baseUrl}
        path={path}
        title={title}
        onLink={(target) => {
          if ('address' in target) onExternalLink({ kind: 'external', href: target.address, text: '', rect: NOWHERE });
          else onJump(hrefOfOriginal(documents, target.path));
        }}
      />
    </Suspense>
  );
};
