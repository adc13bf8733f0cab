/** The person's claims and what was said to each, as soon as it is said; nothing where there are none. */
import { Section } from '@shufang/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { chineseDates } from '../../platform/chinese-dates.ts';
import { useBroadcast } from '../../platform/events/use-broadcast.ts';
import { codesText } from '../../platform/messages/zh-cn/codes.ts';
import styles from './commerce.module.css';
import { myClaimsQuery, refreshRights } from './queries.ts';

const dateFormat = chineseDates({ year: 'numeric', month: 'long', day: 'numeric' });

export const MyClaims = () => {
  const queryClient = useQueryClient();
  const { data: claims, isError, refetch } = useQuery(myClaimsQuery());
  useBroadcast('claimChanged', () => void refreshRights(queryClient));
  if (isError && claims === undefined) {
    return (
      <p className={styles.faint} role="status">
        {codesText.claimsFailed}
        <button type="button" className={styles.textButton} onClick={() => void refetch()}>
          {codesText.retry}
        </button>
      </p>
    );
  }
  if (claims === undefined || claims.length === 0) return null;
  return (
    <Section title={codesText.claims}>
      <ul className={styles.list}>
        {claims.map((claim) => (
          <li key={claim.id} className={styles.line}>
            <span className={styles.badge} data-state={claim.status}>
              {codesText.claimStates[claim.status]}
            </span>
            <span>{claim.bookTitle}</span>
            <span className={styles.faint}>{codesText.reasons[claim.reason]}</span>
            <time className={styles.faint} dateTime={new Date(claim.createdAt).toISOString()}>
              {dateFormat.format(claim.createdAt)}
            </time>
            {claim.decidedAt === undefined ? null : (
              <time className={styles.faint} dateTime={new Date(claim.decidedAt).toISOString()}>
                {codesText.decidedAt(dateFormat.format(claim.decidedAt))}
              </time>
            )}
            {claim.answer === '' ? null : <span className={styles.answer}>{codesText.claimAnswer(claim.answer)}</span>}
          </li>
        ))}
      </ul>
    </Section>
  );
};
