/**
 * Form in which an operator decides a claim for access: grants the book for a term and voids the old code found in the photos, or rejects
 * the claim.
 */
import { type ClaimedCode, decideClaim, findClaimedCodes, type OperatorClaim } from '@shufang/contract';
import { buttonClass, CheckboxOption, Cluster, ModalDialog, RadioOption, Stack, Text, TextField } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { z } from 'zod';
import styles from '../../../features/activation-code/activation-code.module.css';
import { call } from '../../../platform/api/client.ts';
import { chineseDates } from '../../../platform/chinese-dates.ts';
import { useForm } from '../../../platform/forms/use-form.ts';
import { adminCatalogText } from '../../../platform/messages/zh-cn/admin-catalog.ts';
import { codesText } from '../../../platform/messages/zh-cn/codes.ts';

const text = adminCatalogText.claims;
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
    // Enter starts the search; it must not submit the surrounding form.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    find();
  };
  const items = finding.data?.items;
  return (
    <Stack as="fieldset" gap={12} minWidth={0} className={styles.oldCode}>
      <legend>{text.code}</legend>
      <Text as="p" size={13} tone="faint">
        {text.codeLead}
      </Text>
      <TextField
        variant="soft"
        label={text.typed}
        value={typed}
        maxLength={40}
        autoComplete="off"
        spellCheck={false}
        error={isShort ? text.typedShort : finding.isError ? text.failed : undefined}
        onChange={setTyped}
        onKeyDown={handleKey}
        action={
          <button type="button" className={buttonClass('quiet')} aria-disabled={finding.isPending} onClick={find}>
            {text.find}
          </button>
        }
      />
      {items?.length === 0 ? (
        <Text as="p" size={13} tone="faint" role="status">
          {text.none}
        </Text>
      ) : null}
      {items === undefined || items.length === 0 ? null : (
        <div role="radiogroup" aria-label={text.found}>
          {items.map((code) => (
            <RadioOption
              key={code.id}
              look="small"
              className={styles.check}
              name="code"
              checked={chosen?.id === code.id}
              onChange={() => onChoose(code)}
            >
              <span>
                {text.codeOf(code)}
                <Text size={13} tone="faint">
                  {' '}
                  {text.states[code.status]}
                  {code.boundAt === undefined ? '' : `，${text.boundAt(dayFormat.format(code.boundAt))}`}
                </Text>
              </span>
            </RadioOption>
          ))}
          <RadioOption
            look="small"
            className={styles.check}
            name="code"
            checked={chosen === undefined}
            onChange={() => onChoose(undefined)}
          >
            {text.keep}
          </RadioOption>
        </div>
      )}
    </Stack>
  );
};

/** Schema of the form. A rejection requires a reason; an empty term grants the book permanently. */
const decisionFields = (approve: boolean) =>
  z.object({
    reply: z.string().refine((reply) => approve || reply.trim() !== '', codesText.reasonMissing),
    termDays: z.string().regex(/^(?:[1-9]\d{0,4})?$/, codesText.numberWrong),
  });
type Decision = z.output<ReturnType<typeof decisionFields>>;

interface ClaimDecisionProps {
  readonly claim: OperatorClaim;
  readonly approve: boolean;
  readonly onClose: () => void;
}

export const ClaimDecision = ({ claim, approve, onClose }: ClaimDecisionProps) => {
  const queryClient = useQueryClient();
  const form = useForm({
    draft: `reject-claim:${claim.id}`,
    draftFields: ['reply'],
    initial: { reply: '', termDays: '' },
    schema: decisionFields(approve),
  });
  const [code, setCode] = useState<ClaimedCode>();
  const [endBound, setEndBound] = useState(false);
  const deciding = useMutation({
    mutationFn: ({ reply, termDays }: Decision) =>
      call(decideClaim, {
        claimId: claim.id,
        approve,
        reply: approve ? '' : reply,
        ...(approve && termDays !== '' ? { termDays: Number(termDays) } : {}),
        ...(approve && code !== undefined ? { codeId: code.id, endBound: endBound && code.status === 'bound' } : {}),
      }),
    onSuccess: () => {
      form.dropDraft();
      onClose();
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['activation-code', 'claims'] }),
  });
  const handleSubmit = form.handleSubmit((decision) => {
    if (!deciding.isPending) deciding.mutate(decision);
  });
  return (
    <ModalDialog title={approve ? codesText.claimApproveTitle : codesText.rejectTitle} onClose={onClose}>
      <Stack as="form" gap={16} noValidate onSubmit={handleSubmit}>
        {approve ? (
          <>
            <OldCode claim={claim} chosen={code} onChoose={setCode} />
            {code?.status === 'bound' ? (
              <CheckboxOption look="small" className={styles.check} checked={endBound} onChange={setEndBound}>
                {text.endBound}
              </CheckboxOption>
            ) : null}
            <TextField
              variant="soft"
              label={codesText.claimTerm}
              inputMode="numeric"
              error={form.errors.termDays?.message}
              {...form.register('termDays')}
            />
          </>
        ) : (
          <TextField
            variant="soft"
            label={codesText.rejectReason}
            maxLength={200}
            error={form.errors.reply?.message}
            {...form.register('reply')}
          />
        )}
        <Cluster gap={12} align="center" justify="end" marginTop={16}>
          <button type="button" className={buttonClass('quiet')} onClick={onClose}>
            {codesText.cancel}
          </button>
          <button type="submit" className={buttonClass()} aria-disabled={deciding.isPending}>
            {approve ? codesText.approveNow : codesText.rejectNow}
          </button>
        </Cluster>
      </Stack>
    </ModalDialog>
  );
};
