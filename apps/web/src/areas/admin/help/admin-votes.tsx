/** Admin list of the articles of the manuals, with how many readers voted that an article is useful. */
import { listArticleVotes, type OutputOf } from '@shufang/contract';
import { buttonClass, type RecordColumn, RecordList, RecordTable, Text } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { call } from '../../../platform/api/client.ts';
import { adminCatalogText } from '../../../platform/messages/zh-cn/admin-catalog.ts';
import { manuals } from '../../../platform/messages/zh-cn/manuals/manuals.ts';
import { recordsText } from '../../../platform/messages/zh-cn/records.ts';
import { useRecordPages } from '../../../platform/records/use-record-pages.ts';
import styles from './admin-votes.module.css';

const text = adminCatalogText.votes;

type Votes = OutputOf<typeof listArticleVotes>['items'][number];

/** Returns the current title of the article; for an article that no longer exists, the value stored with the votes. */
const titleOf = ({ manual, article }: Votes): string =>
  manuals.find(({ name }) => name === manual)?.articles.find(({ id }) => id === article)?.title ?? article;

const shareOf = ({ useful, useless }: Votes): string => `${Math.round((useful / Math.max(1, useful + useless)) * 100)}%`;

const columns: readonly RecordColumn<Votes>[] = [
  { name: text.article, kind: 'head', render: titleOf },
  { name: text.manual, render: ({ manual }) => text.manuals[manual] },
  { name: text.useful, kind: 'figure', render: ({ useful }) => useful },
  { name: text.useless, kind: 'figure', render: ({ useless }) => useless },
  { name: text.share, kind: 'figure', render: shareOf },
  {
    name: recordsText.actions,
    kind: 'actions',
    render: (votes) => (
      <Link to={`/helper/${votes.manual}-manual#${votes.article}`} aria-label={text.openOf(titleOf(votes))}>
        {text.open}
      </Link>
    ),
  },
];

export const AdminVotes = () => {
  const query = useQuery({
    queryKey: ['help', 'votes'],
    queryFn: ({ signal }) => call(listArticleVotes, {}, { signal }),
    staleTime: 0,
    meta: { claims: true },
  });
  return (
    <div className={styles.votes}>
      <Text as="p" size={14} tone="soft" marginBottom={20}>
        {text.articlesLead}
      </Text>
      <RecordList
        pages={useRecordPages(query, recordsText.failed(text.what))}
        empty={{
          title: text.none,
          children: (
            <>
              <p>{text.noneHint}</p>
              <Link to="/helper/student-manual" className={buttonClass('quiet')}>
                {text.toManual}
              </Link>
            </>
          ),
        }}
      >
        {(votes) => (
          <RecordTable caption={text.what} columns={columns} rows={votes} keyOf={({ manual, article }) => `${manual}/${article}`} />
        )}
      </RecordList>
    </div>
  );
};
