/** On the page of a book, for teachers: the state of the last sample, and the button that asks for one. */
import { buttonClass, StateBadge } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { samplesText as text } from '../../platform/messages/zh-cn/samples.ts';
import { useSession } from '../../platform/session/session.ts';
import { samplesQuery } from './queries.ts';
import { SampleDialog } from './sample-dialog.tsx';
import type { SampleBook } from './sample-fields.ts';
import { SAMPLE_TONES } from './sample-tones.ts';

export const BookSample = ({ book }: { book: SampleBook }) => {
  const userId = useSession((session) => session.userId);
  const { data } = useQuery(samplesQuery(userId, book.id));
  const [isAsking, setAsking] = useState(false);
  if (data === undefined) return null;
  const last = data.items.find(({ status }) => status !== 'canceled');
  return (
    <>
      {last === undefined ? null : (
        <Link to="/user/teacher/samples" className={buttonClass('plain')}>
          <StateBadge tone={SAMPLE_TONES[last.status]}>{text.bookStatus(last)}</StateBadge>
        </Link>
      )}
      <button type="button" className={buttonClass('plain')} onClick={() => setAsking(true)}>
        {text.request}
      </button>
      {isAsking ? <SampleDialog book={book} lastShipping={data.lastShipping} onClose={() => setAsking(false)} /> : null}
    </>
  );
};
