/** `/bookshelf`: what the person is reading and what is theirs. */
import { Section } from '@shufang/ui';
import { bookshelfText } from '../../platform/messages/zh-cn/bookshelf.ts';
import { BookshelfFrame } from './bookshelf-tabs.tsx';
import { OwnedBooks, RecentBooks } from './shelf-sections.tsx';

export const Component = () => (
  <BookshelfFrame>
    <Section title={bookshelfText.recent}>
      <RecentBooks />
    </Section>
    <Section title={bookshelfText.owned}>
      <OwnedBooks />
    </Section>
  </BookshelfFrame>
);
