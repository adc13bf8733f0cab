/** A royalty statement: its sums, its lines with their sources, and the messages about it. */
import type { RoyaltyLine, RoyaltyMessage, RoyaltyStatement, RoyaltyStatementView } from '@shufang/contract';
import {
  buttonClass,
  Cluster,
  EmptyState,
  Facts,
  LoadFailure,
  RecordCard,
  type RecordColumn,
  RecordsSkeleton,
  RecordTable,
  Section,
  Stack,
  StateBadge,
  Text,
} from '@shufang/ui';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isRefusal } from '../../platform/api/api-error.ts';
import { recordsText } from '../../platform/messages/zh-cn/records.ts';
import { royaltyText as text } from '../../platform/messages/zh-cn/royalty.ts';
import { ROYALTY_TONES } from './royalty-tones.ts';

export const StatementBadges = ({ statement: { status, isSimulated } }: { statement: RoyaltyStatement }) => (
  <Cluster as="span" gap={8} align="center">
    {isSimulated ? <StateBadge>{text.simulated}</StateBadge> : null}
    <StateBadge tone={ROYALTY_TONES[status]}>{text.statuses[status]}</StateBadge>
  </Cluster>
);

const Summary = ({ statement, children }: { statement: RoyaltyStatement; children: ReactNode }) => {
  const { bookTitle, period, payee, grossFen, fen, issuedAt, confirmedAt, paidOn, paymentReference } = statement;
  return (
    <RecordCard title={`${bookTitle} · ${text.month(period)}`} badge={<StatementBadges statement={statement} />}>
      <Stack gap={16}>
        <Facts
          items={[
            [text.facts.fen, <strong key="fen">{text.yuan(fen)}</strong>],
            [text.facts.gross, text.yuan(grossFen)],
            [text.facts.payee, payee === '' ? text.gone : payee],
            ...(issuedAt === undefined ? [] : [[text.facts.issuedAt, text.time(issuedAt)] as const]),
            ...(confirmedAt === undefined ? [] : [[text.facts.confirmedAt, text.time(confirmedAt)] as const]),
            ...(paidOn === undefined ? [] : [[text.facts.paidOn, paidOn] as const]),
            ...(paymentReference === undefined ? [] : [[text.facts.reference, paymentReference] as const]),
          ]}
        />
        <Text as="p" size={13} tone="faint">
          {text.taxNote}
        </Text>
        <Cluster gap={12} align="center">
          {children}
        </Cluster>
      </Stack>
    </RecordCard>
  );
};

const lineColumns = (
  renderSource: ((line: RoyaltyLine) => ReactNode) | undefined,
  renderActions: ((line: RoyaltyLine) => ReactNode) | undefined,
): readonly RecordColumn<RoyaltyLine>[] => [
  {
    name: text.lineColumns.source,
    kind: 'head',
    render: (line) => (
      <>
        {`${line.no}. ${text.sourceOf(line)}`}
        <Text block size={13} tone="faint" weight={400}>
          {renderSource === undefined ? text.labelOf(line) : renderSource(line)}
        </Text>
      </>
    ),
  },
  { name: text.lineColumns.at, render: ({ at }) => text.day(at) },
  { name: text.lineColumns.gross, kind: 'figure', render: ({ grossFen }) => text.yuan(grossFen) },
  {
    name: text.lineColumns.rate,
    kind: 'figure',
    render: ({ source, rateBp }) => (source === 'adjustment' ? '' : text.percent(rateBp)),
  },
  { name: text.lineColumns.fen, kind: 'figure', render: ({ fen }) => text.yuan(fen) },
  ...(renderActions === undefined ? [] : [{ name: recordsText.actions, kind: 'actions', render: renderActions } as const]),
];

const Messages = ({ messages }: { messages: readonly RoyaltyMessage[] }) => (
  <Section title={text.messages}>
    {messages.length === 0 ? (
      <Text as="p" tone="soft">
        {text.noMessages}
      </Text>
    ) : (
      <Stack as="ol" gap={16}>
        {messages.map(({ id, from, body, lineNo, at }) => (
          <li key={id}>
            <Text as="p" size={13} tone="faint">
              {[text.from[from], text.time(at), ...(lineNo === undefined ? [] : [text.aboutLine(lineNo)])].join(' · ')}
            </Text>
            <p>{body === '' ? text.erased : body}</p>
          </li>
        ))}
      </Stack>
    )}
  </Section>
);

interface StatementViewProps {
  readonly query: UseInfiniteQueryResult<InfiniteData<RoyaltyStatementView>>;
  /** Where a statement that was not found leads to. */
  readonly back: ReactNode;
  readonly renderActions: (statement: RoyaltyStatement) => ReactNode;
  /** Renders the source of a line, as a link to it; a plain text if absent. */
  readonly renderSource?: (line: RoyaltyLine) => ReactNode;
  readonly renderLineActions?: ((statement: RoyaltyStatement, line: RoyaltyLine) => ReactNode) | undefined;
}

export const StatementView = ({ query, back, renderActions, renderSource, renderLineActions }: StatementViewProps) => {
  const { data, error, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const [first] = data?.pages ?? [];
  if (data === undefined || first === undefined) {
    if (!isError) return <RecordsSkeleton label={recordsText.loading} />;
    if (isRefusal(error, 'royalty.notFound')) return <EmptyState title={text.notFound}>{back}</EmptyState>;
    return <LoadFailure text={recordsText.failed(text.what)} retryLabel={recordsText.retry} onRetry={() => void refetch()} />;
  }
  const { statement, messages } = first;
  const lines = data.pages.flatMap((page) => page.lines);
  const lineActions = renderLineActions === undefined ? undefined : (line: RoyaltyLine) => renderLineActions(statement, line);
  return (
    <Stack gap={24}>
      <Summary statement={statement}>{renderActions(statement)}</Summary>
      <Section title={text.lines}>
        <Stack gap={12}>
          <Text as="p" tone="soft">
            {text.lineCount(statement.lines)}
          </Text>
          <RecordTable caption={text.lines} columns={lineColumns(renderSource, lineActions)} rows={lines} keyOf={({ no }) => String(no)} />
          {hasNextPage ? (
            <p>
              <button
                type="button"
                className={buttonClass('quiet')}
                aria-disabled={isFetchingNextPage}
                onClick={() => {
                  if (!isFetchingNextPage) void fetchNextPage();
                }}
              >
                {text.moreLines}
              </button>
            </p>
          ) : null}
        </Stack>
      </Section>
      <Messages messages={messages} />
    </Stack>
  );
};
