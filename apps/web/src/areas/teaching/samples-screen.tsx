/** `/user/teacher/samples`: the samples of a teacher. */
import { cancelSample, LIMITS, receiveSample, type Sample } from '@shufang/contract';
import { buttonClass, Cluster, ConfirmDialog, type RecordColumn, RecordList, RecordTable, Stack, StateBadge, Text } from '@shufang/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { BookPicker } from '../../features/activation-code/book-picker.tsx';
import { samplesQuery } from '../../features/sample/queries.ts';
import { SampleDialog } from '../../features/sample/sample-dialog.tsx';
import type { SampleBook } from '../../features/sample/sample-fields.ts';
import { SAMPLE_TONES } from '../../features/sample/sample-tones.ts';
import { call } from '../../platform/api/client.ts';
import { recordsText } from '../../platform/messages/zh-cn/records.ts';
import { samplesText as text } from '../../platform/messages/zh-cn/samples.ts';
import { useRecordPages } from '../../platform/records/use-record-pages.ts';
import { useSession } from '../../platform/session/session.ts';
import { TeacherPage } from './teacher-page.tsx';

const isReadableAt = ({ status, form, endsAt }: Sample, now: number): boolean =>
  form === 'digital' && status === 'approved' && endsAt !== undefined && endsAt > now;

const Actions = ({ sample: { id, status, book }, isReadable }: { sample: Sample; isReadable: boolean }) => {
  const queryClient = useQueryClient();
  const [asks, setAsks] = useState(false);
  const onSettled = () => queryClient.invalidateQueries({ queryKey: ['sample'] });
  const withdrawing = useMutation({ mutationFn: () => call(cancelSample, { id }), onSuccess: () => setAsks(false), onSettled });
  const receiving = useMutation({ mutationFn: () => call(receiveSample, { id }), onSettled });
  if (isReadable)
    return (
      <Link to={`/course/learning/${book.id}`} className={buttonClass('quiet')} aria-label={text.readOf(book.title)}>
        {text.read}
      </Link>
    );
  if (status === 'shipped')
    return (
      <button
        type="button"
        className={buttonClass('quiet')}
        aria-label={text.receiveOf(book.title)}
        aria-disabled={receiving.isPending}
        onClick={() => {
          if (!receiving.isPending) receiving.mutate();
        }}
      >
        {text.receive}
      </button>
    );
  if (status !== 'submitted') return null;
  return (
    <>
      <button type="button" className={buttonClass('quietDanger')} aria-label={text.cancelOf(book.title)} onClick={() => setAsks(true)}>
        {text.withdraw}
      </button>
      {asks ? (
        <ConfirmDialog
          title={text.withdrawTitle}
          confirmLabel={text.withdraw}
          cancelLabel={text.keep}
          isBusy={withdrawing.isPending}
          isDestructive
          onConfirm={() => withdrawing.mutate()}
          onClose={() => setAsks(false)}
        >
          <p>{text.withdrawLead}</p>
        </ConfirmDialog>
      ) : null}
    </>
  );
};

const columns: readonly RecordColumn<Sample>[] = [
  {
    name: text.columns.book,
    kind: 'head',
    render: ({ book, ...one }) => (
      <>
        <Text to={`/course/info/${book.id}`} as={Link} tone="accent" underline>
          {book.title}
        </Text>
        <Text block size={13} tone="faint" weight={400}>
          {text.use({ book, ...one })}
        </Text>
      </>
    ),
  },
  { name: text.columns.form, render: ({ form }) => text.shortForms[form] },
  {
    name: text.columns.status,
    render: (one) => (
      <span>
        <StateBadge tone={SAMPLE_TONES[one.status]}>{text.statuses[one.status]}</StateBadge>
        {text.detail(one) === '' ? null : (
          <Text block size={13} tone="faint">
            {text.detail(one)}
          </Text>
        )}
      </span>
    ),
  },
  { name: text.columns.at, kind: 'figure', render: ({ createdAt }) => text.day(createdAt) },
  { name: recordsText.actions, kind: 'actions', render: (one) => <Actions sample={one} isReadable={isReadableAt(one, Date.now())} /> },
];

interface BooksFieldProps {
  readonly books: readonly SampleBook[];
  readonly error: string | undefined;
  readonly inputRef: (element: HTMLInputElement | null) => void;
  readonly onChange: (books: readonly SampleBook[]) => void;
}

/** The chosen books, and the search field that adds another one. */
const BooksField = ({ books, error, inputRef, onChange }: BooksFieldProps) => (
  <Stack gap={8}>
    {books.map(({ id, title }) => (
      <Cluster key={id} as="p" gap={12} align="center" justify="between">
        <strong>{title}</strong>
        <button
          type="button"
          className={buttonClass('quiet')}
          aria-label={text.removeBook(title)}
          onClick={() => onChange(books.filter((book) => book.id !== id))}
        >
          {text.remove}
        </button>
      </Cluster>
    ))}
    {books.length < LIMITS.samplesPerRequestMax ? (
      <BookPicker
        key={books.length}
        chosen={undefined}
        error={error}
        inputRef={inputRef}
        onChoose={(book) => {
          if (book !== undefined && books.every(({ id }) => id !== book.id)) onChange([...books, { id: book.id, title: book.title }]);
        }}
      />
    ) : null}
  </Stack>
);

const Samples = () => {
  const userId = useSession((session) => session.userId);
  const [isAsking, setAsking] = useState(false);
  const query = useQuery(samplesQuery(userId));
  const pages = useRecordPages(query, recordsText.failed(text.what));
  const ask = (): void => setAsking(true);
  return (
    <>
      <RecordList
        pages={pages}
        summary={query.data === undefined ? undefined : text.quota(query.data.quota)}
        create={{ label: text.request, onCreate: ask }}
        empty={{ title: text.none, children: <p>{text.noneHint}</p> }}
      >
        {(samples) => <RecordTable caption={text.what} columns={columns} rows={samples} keyOf={({ id }) => id} />}
      </RecordList>
      {isAsking ? (
        <SampleDialog
          lastShipping={query.data?.lastShipping}
          renderBooks={(form) => {
            const { value, ref, onChange } = form.register('books');
            return <BooksField books={value} error={form.errors.books?.message} inputRef={ref} onChange={onChange} />;
          }}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  );
};

export const Component = () => (
  <TeacherPage
    title={text.title}
    lead={text.lead}
    signedOutText={text.signedOut}
    permission="requestSample"
    denied={{ title: text.onlyTeachers, hint: text.onlyTeachersHint, link: text.toVerification }}
  >
    <Samples />
  </TeacherPage>
);
