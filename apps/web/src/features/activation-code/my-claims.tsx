/** The user's claims for access, each with its decision, which appears without a reload. Renders nothing if there are no claims. */
import { Cluster, Section, Text } from '@shufang/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { chineseDates } from '../../platform/chinese-dates.ts';
import { useBroadcast } from '../../platform/events/use-broadcast.ts';
import { codesText } from '../../platform/messages/zh-cn/codes.ts';
import styles from './activation-code.module.css';
import { myClaimsQuery, refreshRights } from './queries.ts';

const dateFormat = chineseDates({ year: 'numeric', month: 'long', day: 'numeric' });

export const MyClaims = () => {
  const queryClient = useQueryClient();
  const { data: claims, isError, refetch } = useQuery(myClaimsQuery());
  useBroadcast('claimChanged', () => void refreshRights(queryClient));
  if (isError && claims === undefined) {
    return (
      <Text as="p" size={13} tone="faint" role="status">
        {codesText.claimsFailed}
        <button type="button" className={styles.textButton} onClick={() => void refetch()}>
          {codesText.retry}
        </button>
      </Text>
    );
  }
  if (claims === undefined || claims.length === 0) return null;
  return (
    <Section title={codesText.claims}>
      <ul className={styles.list}>
        {claims.map((claim) => (
          <Cluster key={claim.id} as="li" gap={[4, 16]} align="baseline" className={styles.line}>
            <Text size={13} tone="soft" className={styles.badge} data-state={claim.status}>
              {codesText.claimStates[claim.status]}
            </Text>
            <span>{claim.bookTitle}</span>
            <Text size={13} tone="faint">
              {codesText.reasons[claim.reason]}
            </Text>
            <Text as="time" size={13} tone="faint" dateTime={new Date(claim.createdAt).toISOString()}>
              {dateFormat.format(claim.createdAt)}
            </Text>
            {claim.decidedAt === undefined ? null : (
              <Text as="time" size={13} tone="faint" dateTime={new Date(claim.decidedAt).toISOString()}>
                {codesText.decidedAt(dateFormat.format(claim.decidedAt))}
              </Text>
            )}
            {claim.reply === '' ? null : (
              <Text size={14} tone="soft" className={styles.reply}>
                {codesText.claimReply(claim.reply)}
              </Text>
            )}
          </Cluster>
        ))}
      </ul>
    </Section>
  );
};
