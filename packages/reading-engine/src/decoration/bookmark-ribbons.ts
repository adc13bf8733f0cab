/** Ribbons of the bookmarks on the screen: drawn in the engine's page beside the bookmarked line, never in the book's document. */
import type { BookView } from '../layout/book-view.ts';
import type { HighlightLayer } from './highlight-layer.ts';

export interface BookmarkRibbons {
  draw(book: { view: BookView; kind: 'paged' | 'scroll' | 'fixed' | 'mixed' }): void;
}

export const createBookmarkRibbons = (stage: HTMLElement, highlightLayer: HighlightLayer): BookmarkRibbons => ({
  draw: ({ view, kind }) => {
    for (const old of stage.querySelectorAll('.ribbon')) old.remove();
    // In scroll mode the text moves under a fixed ribbon, so one ribbon in the corner shows that the screen contains a bookmark.
    for (const frame of view.shownFrames()) {
      const origin = view.originOf(frame);
      for (const { range } of highlightLayer.bookmarks(frame)) {
        const box = range.getClientRects()[0] ?? range.startContainer.parentElement?.getBoundingClientRect();
        if (!box) continue;
        const x = origin.x + box.left * origin.scale;
        const y = origin.y + box.top * origin.scale;
        if (x < 0 || y < 0 || x >= stage.clientWidth || y >= stage.clientHeight) continue;
        const ribbon = document.createElement('div');
        ribbon.className = 'ribbon';
        ribbon.dataset.kind = kind;
        const column = x > stage.clientWidth / 2 && kind === 'paged' ? stage.clientWidth - 26 : 12;
        ribbon.style.insetInlineStart = 'auto';
        ribbon.style.left = `${kind === 'scroll' ? stage.clientWidth - 40 : column}px`;
        ribbon.style.top = '0';
        stage.append(ribbon);
      }
    }
  },
});
