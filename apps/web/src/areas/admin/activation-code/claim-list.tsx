/** Admin list of claims for access: the photos, the user who submitted the claim, and the decision. */
import type { ClaimStatus, OperatorClaim } from '@shufang/contract';
import { buttonClass, Cluster, RecordList, Stack, Text } from '@shufang/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import styles from '../../../features/activation-code/activation-code.module.css';
import { claimsQuery } from '../../../features/activation-code/queries.ts';
import { chineseDates } from '../../../platform/chinese-dates.ts';
import { adminCatalogText } from '../../../platform/messages/zh-cn/admin-catalog.ts';
import { codesText } from '../../../platform/messages/zh-cn/codes.ts';
import { useRecordPages } from '../../../platform/records/use-record-pages.ts';
import { ClaimDecision } from './claim-decision.tsx';
import { ClaimPhoto } from './claim-photo.tsx';

const timeFormat = chineseDates({ dateStyle: 'medium', timeStyle: 'short' });

const ClaimItem = ({ claim, onDecide }: { claim: OperatorClaim; onDecide: (approve: boolean) => void }) => (
  <Stack as="li" gap={8} className={styles.batch}>
    <Cluster gap={[4, 16]} align="baseline">
      <Text size={13} tone="soft" className={styles.badge} data-state={claim.status}>
        {codesText.claimStates[claim.status]}
      </Text>
      <Text as="h3" size={17}>
        {claim.bookTitle}
      </Text>
      <Text size={13} tone="faint">
        {codesText.reasons[claim.reason]}
      </Text>
    </Cluster>
    <Cluster as="p" size={13} tone="faint" className={styles.history}>
      <span>{claim.claimant === undefined ? codesText.claimantGone : codesText.askedBy(claim.claimant.name, claim.claimant.tel)}</span>
      <time dateTime={new Date(claim.createdAt).toISOString()}>{timeFormat.format(claim.createdAt)}</time>
    </Cluster>
    {claim.partial === '' ? null : <p>{codesText.partialOf(claim.partial)}</p>}
    {claim.note === '' ? null : <p>{claim.note}</p>}
    <Cluster as="ul" gap={12} className={styles.photos} aria-label={codesText.photos}>
      {Array.from({ length: claim.photos }, (_, photo) => (
        <li key={String(photo)}>
          <ClaimPhoto claimId={claim.id} photo={photo} />
        </li>
      ))}
    </Cluster>
    {claim.voidedCode === undefined ? null : (
      <Text as="p" size={13} tone="faint">
        {adminCatalogText.claims.voided(claim.voidedCode)}
      </Text>
    )}
    {claim.reply === '' ? null : (
      <Text as="p" size={14} tone="soft" className={styles.reply}>
        {codesText.claimReply(claim.reply)}
      </Text>
    )}
    {claim.status === 'open' && claim.removalNotice !== undefined ? (
      <p className={styles.warning}>{codesText.claimRemoved(claim.removalNotice)}</p>
    ) : null}
    {claim.status === 'open' ? (
      <Cluster gap={12} align="center" className={styles.actions}>
        {claim.removalNotice === undefined ? (
          <button type="button" className={buttonClass()} onClick={() => onDecide(true)}>
            {codesText.claimApprove}
          </button>
        ) : null}
        <button type="button" className={buttonClass('quiet')} onClick={() => onDecide(false)}>
          {codesText.reject}
        </button>
      </Cluster>
    ) : null}
  </Stack>
);

export const ClaimList = ({ status }: { status: ClaimStatus }) => {
  const pages = useRecordPages(useInfiniteQuery(claimsQuery(status)), codesText.failed);
  const [deciding, setDeciding] = useState<{ claim: OperatorClaim; approve: boolean }>();
  return (
    <>
      <RecordList pages={pages} empty={{ title: codesText.noClaims[status], children: <p>{codesText.noClaimsHint}</p> }}>
        {(claims) => (
          <Stack as="ul" gap={16}>
            {claims.map((claim) => (
              <ClaimItem key={claim.id} claim={claim} onDecide={(approve) => setDeciding({ claim, approve })} />
            ))}
          </Stack>
        )}
      </RecordList>
      {deciding === undefined ? null : <ClaimDecision {...deciding} onClose={() => setDeciding(undefined)} />}
    </>
  );
};
