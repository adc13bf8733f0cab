/** The question whether an article of a manual is useful (这篇有用吗); asked once for each article and browser. Votes are only counted. */
import { type ManualName, voteArticle } from '@shufang/contract';
import { Cluster, Text } from '@shufang/ui';
import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { Link } from 'react-router';
import { call } from '../../platform/api/client.ts';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { helpText } from '../../platform/messages/zh-cn/help.ts';
import styles from './manual.module.css';
import { useVotes } from './votes.ts';

export const ArticleVote = ({ manual, article }: { manual: ManualName; article: string }) => {
  const id = useId();
  const votes = useVotes((state) => state.votes);
  const keep = useVotes((state) => state.keep);
  const isUseful = votes[`${manual}/${article}`];
  const voting = useMutation({
    mutationFn: (useful: boolean) => call(voteArticle, { manual, article, useful }),
    meta: { claims: true },
    onSuccess: (_, useful) => keep(`${manual}/${article}`, useful),
    onError: () => broadcast('toast', { kind: 'error', text: helpText.voteFailed }),
  });
  if (isUseful === undefined) {
    return (
      <Cluster as="p" gap={8} align="center" size={14} tone="soft" marginLeft="auto" className={styles.vote}>
        <span id={id}>{helpText.vote}</span>
        {([true, false] as const).map((useful) => (
          <button
            key={String(useful)}
            type="button"
            className={styles.voteButton}
            aria-describedby={id}
            disabled={voting.isPending}
            onClick={() => voting.mutate(useful)}
          >
            {useful ? helpText.useful : helpText.useless}
          </button>
        ))}
      </Cluster>
    );
  }
  return (
    <Cluster as="p" gap={8} align="center" size={14} tone="soft" marginLeft="auto" className={styles.vote} role="status">
      {isUseful ? (
        helpText.voted
      ) : (
        <>
          {helpText.votedUseless}
          <Text as={Link} tone="accent" underline to={`/helper/contact#${helpText.ask.id}`}>
            {helpText.writeToUs}
          </Text>
        </>
      )}
    </Cluster>
  );
};
