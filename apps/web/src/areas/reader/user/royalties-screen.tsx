/** `/user/royalties`: the royalty statements of a contributor. */
import type { RoyaltyStatement } from '@shufang/contract';
import { Facts, Page, PageHeader, type RecordColumn, RecordList, RecordTable, Stack, Text } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { ForSignedIn } from '../../../features/account/signed-out.tsx';
import { UserMenu } from '../../../features/account/user-menu.tsx';
import { myRoyaltiesQuery } from '../../../features/royalty/queries.ts';
import { StatementBadges } from '../../../features/royalty/statement-view.tsx';
import { recordsText } from '../../../platform/messages/zh-cn/records.ts';
import { royaltyText } from '../../../platform/messages/zh-cn/royalty.ts';
import { useRecordPages } from '../../../platform/records/use-record-pages.ts';
import { useSession } from '../../../platform/session/session.ts';

const text = royaltyText.mine;

const columns: readonly RecordColumn<RoyaltyStatement>[] = [
  {
    name: text.columns.book,
    kind: 'head',
    render: ({ id, bookTitle, period }) => (
      <Text to={`/user/royalties/${id}`} as={Link} tone="accent" underline>
        {`${bookTitle} · ${royaltyText.month(period)}`}
      </Text>
    ),
  },
  { name: text.columns.status, render: (statement) => <StatementBadges statement={statement} /> },
  { name: text.columns.fen, kind: 'figure', render: ({ fen }) => royaltyText.yuan(fen) },
];

const Royalties = () => {
  const userId = useSession((session) => session.userId);
  const query = useQuery(myRoyaltiesQuery(userId));
  const pages = useRecordPages(query, recordsText.failed(royaltyText.what));
  const { data } = query;
  return (
    <Stack gap={20}>
      {data === undefined || data.items.length === 0 ? null : (
        <Facts
          items={[
            [text.due, royaltyText.yuan(data.dueFen)],
            [text.paid, royaltyText.yuan(data.paidFen)],
          ]}
        />
      )}
      <RecordList pages={pages} empty={{ title: text.none, children: <p>{text.noneHint}</p> }}>
        {(statements) => <RecordTable caption={royaltyText.what} columns={columns} rows={statements} keyOf={({ id }) => id} />}
      </RecordList>
    </Stack>
  );
};

export const Component = () => (
  <Page>
    <PageHeader title={text.title} lead={text.lead} />
    <ForSignedIn signedOutText={text.signedOut}>
      <UserMenu current="/user/myEditedBook" />
      <Royalties />
    </ForSignedIn>
  </Page>
);
