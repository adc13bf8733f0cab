/** The person's claims and what was said to each; nothing where there are none. */
import { Section } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import { codesText } from '../../platform/messages/zh-cn/codes.ts';
import styles from './commerce.module.css';
import { myClaimsQuery } from './queries.ts';

const dateFormat = new Intl.DateTimeFormat('zh-CN', { year: 'numeric', month: 'long', day: 'numeric' });

export const MyClaims = () => {
  const { data: claims, isError, refetch } = useQuery(myClaimsQuery());
  if (isError) {
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
            {claim.answer === '' ? null : <span className={styles.answer}>{codesText.claimAnswer(claim.answer)}</span>}
          </li>
        ))}
      </ul>
    </Section>
  );
};
