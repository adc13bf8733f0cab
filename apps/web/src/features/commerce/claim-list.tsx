/** Claims for the desk: the photos, who asks, and the decision. */
import type { ClaimStatus, OperatorClaim } from '@shufang/contract';
import { buttonClass, RecordList } from '@shufang/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { chineseDates } from '../../platform/chinese-dates.ts';
import { codesText } from '../../platform/messages/zh-cn/codes.ts';
import { deskCatalogueText } from '../../platform/messages/zh-cn/desk-catalogue.ts';
import { useRecordPages } from '../../platform/records/use-record-pages.ts';
import { ClaimDecision } from './claim-decision.tsx';
import { ClaimPhoto } from './claim-photo.tsx';
import styles from './commerce.module.css';
import { claimsQuery } from './queries.ts';

const timeFormat = chineseDates({ dateStyle: 'medium', timeStyle: 'short' });

const ClaimItem = ({ claim, onDecide }: { claim: OperatorClaim; onDecide: (approve: boolean) => void }) => (
  <li className={styles.batch}>
    <div className={styles.batchHead}>
      <span className={styles.badge} data-state={claim.status}>
        {codesText.claimStates[claim.status]}
      </span>
      <h3 className={styles.batchTitle}>{claim.bookTitle}</h3>
      <span className={styles.faint}>{codesText.reasons[claim.reason]}</span>
    </div>
    <p className={styles.history}>
      <span>{claim.asker === undefined ? codesText.askerGone : codesText.askedBy(claim.asker.name, claim.asker.tel)}</span>
      <time dateTime={new Date(claim.createdAt).toISOString()}>{timeFormat.format(claim.createdAt)}</time>
    </p>
    {claim.partial === '' ? null : <p>{codesText.partialOf(claim.partial)}</p>}
    {claim.note === '' ? null : <p>{claim.note}</p>}
    <ul className={styles.photos} aria-label={codesText.photos}>
      {Array.from({ length: claim.photos }, (_, photo) => (
        <li key={String(photo)}>
          <ClaimPhoto claimId={claim.id} photo={photo} />
        </li>
      ))}
    </ul>
    {claim.voidedCode === undefined ? null : <p className={styles.faint}>{deskCatalogueText.claims.voided(claim.voidedCode)}</p>}
    {claim.answer === '' ? null : <p className={styles.answer}>{codesText.claimAnswer(claim.answer)}</p>}
    {claim.status === 'open' && claim.removalNotice !== undefined ? (
      <p className={styles.warning}>{codesText.claimRemoved(claim.removalNotice)}</p>
    ) : null}
    {claim.status === 'open' ? (
      <div className={styles.actions}>
        {claim.removalNotice === undefined ? (
          <button type="button" className={buttonClass()} onClick={() => onDecide(true)}>
            {codesText.claimApprove}
          </button>
        ) : null}
        <button type="button" className={buttonClass('quiet')} onClick={() => onDecide(false)}>
          {codesText.reject}
        </button>
      </div>
    ) : null}
  </li>
);

export const ClaimList = ({ status }: { status: ClaimStatus }) => {
  const pages = useRecordPages(useInfiniteQuery(claimsQuery(status)), codesText.failed);
  const [deciding, setDeciding] = useState<{ claim: OperatorClaim; approve: boolean }>();
  return (
    <>
      <RecordList pages={pages} empty={{ title: codesText.noClaims[status], children: <p>{codesText.noClaimsHint}</p> }}>
        {(claims) => (
          <ul className={styles.batches}>
            {claims.map((claim) => (
              <ClaimItem key={claim.id} claim={claim} onDecide={(approve) => setDeciding({ claim, approve })} />
            ))}
          </ul>
        )}
      </RecordList>
      {deciding === undefined ? null : <ClaimDecision {...deciding} onClose={() => setDeciding(undefined)} />}
    </>
  );
};
