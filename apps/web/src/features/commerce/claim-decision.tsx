/** Decides a claim: the book for so long, and the old code made void where the photos show it; or why not. */
import { type ClaimedCode, decideClaim, findClaimedCodes, type OperatorClaim } from '@shufang/contract';
import { buttonClass, ModalDialog } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { call } from '../../platform/api/client.ts';
import { chineseDates } from '../../platform/chinese-dates.ts';
import { codesText } from '../../platform/messages/zh-cn/codes.ts';
import { deskCatalogueText } from '../../platform/messages/zh-cn/desk-catalogue.ts';
import { useTyped } from '../../platform/storage/use-typed.ts';
import styles from './commerce.module.css';
import { Field } from './field.tsx';

const text = deskCatalogueText.claims;
const dayFormat = chineseDates({ dateStyle: 'medium' });
const CODE_CHARS_MIN = 4;

interface OldCodeProps {
  readonly claim: OperatorClaim;
  readonly chosen: ClaimedCode | undefined;
  readonly onChoose: (code: ClaimedCode | undefined) => void;
}

const OldCode = ({ claim, chosen, onChoose }: OldCodeProps) => {
  const [typed, setTyped] = useState(claim.partial);
  const [isShort, setShort] = useState(false);
  const finding = useMutation({
    mutationFn: () => call(findClaimedCodes, { claimId: claim.id, typed: typed.trim() }),
    onSuccess: ({ items }) => onChoose(items.length === 1 ? items[0] : undefined),
    meta: { claims: true },
  });
  const find = (): void => {
    const short = typed.trim().length < CODE_CHARS_MIN;
    setShort(short);
    if (!short && !finding.isPending) finding.mutate();
  };
  const handleKey = (event: KeyboardEvent): void => {
    // The form around it is not meant.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    find();
  };
  const items = finding.data?.items;
  return (
    <fieldset className={styles.oldCode}>
      <legend>{text.code}</legend>
      <p className={styles.faint}>{text.codeLead}</p>
      <Field
        label={text.typed}
        value={typed}
        maxLength={40}
        autoComplete="off"
        spellCheck={false}
        fault={isShort ? text.typedShort : finding.isError ? text.failed : undefined}
        onValue={setTyped}
        onKeyDown={handleKey}
      >
        <button type="button" className={buttonClass('quiet')} aria-disabled={finding.isPending} onClick={find}>
          {text.find}
        </button>
      </Field>
      {items?.length === 0 ? (
        <p className={styles.faint} role="status">
          {text.none}
        </p>
      ) : null}
      {items === undefined || items.length === 0 ? null : (
        <div role="radiogroup" aria-label={text.found}>
          {items.map((code) => (
            <label key={code.id} className={styles.check}>
              <input type="radio" name="code" checked={chosen?.id === code.id} onChange={() => onChoose(code)} />
              <span>
                {text.codeOf(code)}
                <span className={styles.faint}>
                  {' '}
                  {text.states[code.status]}
                  {code.boundAt === undefined ? '' : `，${text.boundAt(dayFormat.format(code.boundAt))}`}
                </span>
              </span>
            </label>
          ))}
          <label className={styles.check}>
            <input type="radio" name="code" checked={chosen === undefined} onChange={() => onChoose(undefined)} />
            {text.keep}
          </label>
        </div>
      )}
    </fieldset>
  );
};

interface ClaimDecisionProps {
  readonly claim: OperatorClaim;
  readonly approve: boolean;
  readonly onClose: () => void;
}

export const ClaimDecision = ({ claim, approve, onClose }: ClaimDecisionProps) => {
  const queryClient = useQueryClient();
  const typed = useTyped(`reject-claim:${claim.id}`, { answer: '' });
  const { answer } = typed.values;
  const [termDays, setTermDays] = useState('');
  const [code, setCode] = useState<ClaimedCode>();
  const [endBound, setEndBound] = useState(false);
  const [isTried, setTried] = useState(false);
  const deciding = useMutation({
    mutationFn: () =>
      call(decideClaim, {
        claimId: claim.id,
        approve,
        answer: approve ? '' : answer,
        ...(approve && termDays !== '' ? { termDays: Number(termDays) } : {}),
        ...(approve && code !== undefined ? { codeId: code.id, endBound: endBound && code.status === 'bound' } : {}),
      }),
    onSuccess: () => {
      typed.drop();
      onClose();
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['commerce', 'claims'] }),
  });
  const answerFault = !approve && answer.trim() === '' ? codesText.reasonMissing : undefined;
  const termFault = termDays === '' || /^[1-9]\d{0,4}$/.test(termDays) ? undefined : codesText.numberWrong;
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (answerFault === undefined && termFault === undefined && !deciding.isPending) deciding.mutate();
  };
  return (
    <ModalDialog title={approve ? codesText.claimApproveTitle : codesText.rejectTitle} onClose={onClose}>
      <form className={styles.form} noValidate onSubmit={handleSubmit}>
        {approve ? (
          <>
            <OldCode claim={claim} chosen={code} onChoose={setCode} />
            {code?.status === 'bound' ? (
              <label className={styles.check}>
                <input type="checkbox" checked={endBound} onChange={(event) => setEndBound(event.target.checked)} />
                {text.endBound}
              </label>
            ) : null}
            <Field
              label={codesText.claimTerm}
              value={termDays}
              inputMode="numeric"
              fault={isTried ? termFault : undefined}
              onValue={setTermDays}
            />
          </>
        ) : (
          <Field
            label={codesText.rejectReason}
            value={answer}
            maxLength={200}
            fault={isTried ? answerFault : undefined}
            onValue={(value) => typed.type('answer', value)}
          />
        )}
        <div className={styles.dialogActions}>
          <button type="button" className={buttonClass('quiet')} onClick={onClose}>
            {codesText.cancel}
          </button>
          <button type="submit" className={buttonClass()} aria-disabled={deciding.isPending}>
            {approve ? codesText.approveNow : codesText.rejectNow}
          </button>
        </div>
      </form>
    </ModalDialog>
  );
};
