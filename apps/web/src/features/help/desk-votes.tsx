/** Which articles of the manuals helped, and which did not. */
import { listArticleVotes, type OutputOf } from '@shufang/contract';
import { buttonClass, type RecordColumn, RecordList, RecordTable } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { call } from '../../platform/api/client.ts';
import { deskText } from '../../platform/messages/zh-cn/desk.ts';
import { deskCatalogueText } from '../../platform/messages/zh-cn/desk-catalogue.ts';
import { manuals } from '../../platform/messages/zh-cn/manuals/manuals.ts';
import { useRecords } from '../../platform/records/use-records.ts';
import styles from './desk-votes.module.css';

const text = deskCatalogueText.votes;

type Votes = OutputOf<typeof listArticleVotes>['items'][number];

/** What the article is called today; one that is gone keeps its name of old. */
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
    name: deskText.actions,
    kind: 'actions',
    render: (votes) => (
      <Link to={`/helper/${votes.manual}-manual#${votes.article}`} aria-label={text.openOf(titleOf(votes))}>
        {text.open}
      </Link>
    ),
  },
];

export const DeskVotes = () => {
  const query = useQuery({
    queryKey: ['help', 'votes'],
    queryFn: ({ signal }) => call(listArticleVotes, {}, { signal }),
    staleTime: 0,
    meta: { claims: true },
  });
  return (
    <div className={styles.votes}>
      <p className={styles.lead}>{text.articlesLead}</p>
      <RecordList
        pages={useRecords(query, deskText.failed(text.what))}
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
