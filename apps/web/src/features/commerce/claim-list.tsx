/** Claims for the desk: the photos, who asks, and the decision. */
import { type ClaimStatus, decideClaim, type OperatorClaim } from '@shufang/contract';
import { buttonClass, ModalDialog, RecordList } from '@shufang/ui';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../platform/api/client.ts';
import { codesText } from '../../platform/messages/zh-cn/codes.ts';
import { useRecordPages } from '../../platform/records/use-record-pages.ts';
import { ClaimPhoto } from './claim-photo.tsx';
import styles from './commerce.module.css';
import { Field } from './field.tsx';
import { claimsQuery } from './queries.ts';

const timeFormat = new Intl.DateTimeFormat('zh-CN', { dateStyle: 'medium', timeStyle: 'short' });

interface DecisionProps {
  readonly claim: OperatorClaim;
  readonly approve: boolean;
  readonly onClose: () => void;
}

const DecisionDialog = ({ claim, approve, onClose }: DecisionProps) => {
  const queryClient = useQueryClient();
  const [answer, setAnswer] = useState('');
  const [termDays, setTermDays] = useState('');
  const [isTried, setTried] = useState(false);
  const deciding = useMutation({
    mutationFn: () =>
      call(decideClaim, { claimId: claim.id, approve, answer, ...(approve && termDays !== '' ? { termDays: Number(termDays) } : {}) }),
    onSuccess: onClose,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['commerce', 'claims'] }),
  });
  const answerFault = !approve && answer.trim() === '' ? codesText.reasonMissing : undefined;
  const termFault = termDays === '' || /^[1-9]\d{0,4}$/.test(termDays) ? undefined : codesText.numberWrong;
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (answerFault === undefined && termFault === undefined) deciding.mutate();
  };
  return (
    <ModalDialog title={approve ? codesText.claimApproveTitle : codesText.rejectTitle} onClose={onClose}>
      <form className={styles.form} noValidate onSubmit={handleSubmit}>
        {approve ? (
          <Field
            label={codesText.claimTerm}
            value={termDays}
            inputMode="numeric"
            fault={isTried ? termFault : undefined}
            onValue={setTermDays}
          />
        ) : (
          <Field
            label={codesText.rejectReason}
            value={answer}
            maxLength={200}
            fault={isTried ? answerFault : undefined}
            onValue={setAnswer}
          />
        )}
        <div className={styles.dialogActions}>
          <button type="button" className={buttonClass('quiet')} onClick={onClose}>
            {codesText.cancel}
          </button>
          <button type="submit" className={buttonClass()} disabled={deciding.isPending}>
            {approve ? codesText.approveNow : codesText.rejectNow}
          </button>
        </div>
      </form>
    </ModalDialog>
  );
};

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
    {claim.answer === '' ? null : <p className={styles.answer}>{codesText.claimAnswer(claim.answer)}</p>}
    {claim.status === 'open' ? (
      <div className={styles.actions}>
        <button type="button" className={buttonClass()} onClick={() => onDecide(true)}>
          {codesText.claimApprove}
        </button>
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
      {deciding === undefined ? null : <DecisionDialog {...deciding} onClose={() => setDeciding(undefined)} />}
    </>
  );
};
