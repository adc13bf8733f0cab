/** `/bookshelf/recent`: the books last read, newest first. */
import { bookshelfText } from '../../platform/messages/zh-cn/bookshelf.ts';
import { BookshelfFrame } from './bookshelf-tabs.tsx';
import { RecentBooks } from './shelf-sections.tsx';

export const Component = () => (
  <BookshelfFrame>
    <h2 className="visually-hidden">{bookshelfText.recent}</h2>
    <RecentBooks />
  </BookshelfFrame>
);
