/** Admin list of errata: an editor accepts or rejects each report, and records the version in which the error is corrected. */
import { type AdminErratum, decideErratum, encodeLocatorParam, erratumState, LIMITS } from '@shufang/contract';
import { buttonClass, Cluster, DialogActions, Facts, ModalDialog, RecordCard, Stack, StateBadge, TextField } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { z } from 'zod';
import { STATE_TONES } from '../../../features/errata/book-errata.tsx';
import styles from '../../../features/errata/errata.module.css';
import { ADMIN_ERRATA, adminErrataQuery } from '../../../features/errata/queries.ts';
import { call } from '../../../platform/api/client.ts';
import { chineseDates } from '../../../platform/chinese-dates.ts';
import { useForm } from '../../../platform/forms/use-form.ts';
import { adminText } from '../../../platform/messages/zh-cn/admin.ts';
import { errataText as text } from '../../../platform/messages/zh-cn/readers-say.ts';
import { ReasonDialogWithDraft } from '../../../platform/records/reason-dialog-with-draft.tsx';
import { StateList } from '../../../platform/records/state-list.tsx';

const time = chineseDates({ dateStyle: 'medium', timeStyle: 'short' });

interface Decision {
  readonly decision: 'accept' | 'duplicate' | 'reject' | 'fix';
  readonly reply?: AdminErratum['reply'];
  readonly fixedInVersion?: number;
}

interface FixDialogProps {
  readonly erratum: AdminErratum;
  readonly isBusy: boolean;
  readonly onFix: (version: number) => void;
  readonly onClose: () => void;
}

/** Schema of the version in which the error is corrected: one from the version of the report to the current one. */
const fixFields = ({ versionNo, currentVersion }: AdminErratum) =>
  z.object({
    version: z
      .string()
      .trim()
      .regex(/^\d{1,5}$/, text.fixVersionWrong)
      .transform(Number)
      .refine((no) => no >= versionNo && no <= currentVersion, text.fixVersionWrong),
  });

const FixDialog = ({ erratum, isBusy, onFix, onClose }: FixDialogProps) => {
  const { currentVersion } = erratum;
  const form = useForm({ initial: () => ({ version: String(currentVersion) }), schema: fixFields(erratum) });
  const handleSubmit = form.handleSubmit(({ version }) => {
    if (!isBusy) onFix(version);
  });
  return (
    <ModalDialog title={text.fixTitle} onClose={onClose}>
      <Stack as="form" gap={16} noValidate onSubmit={handleSubmit}>
        <TextField
          label={text.fixVersion}
          hint={text.fixVersionHint(currentVersion)}
          error={form.errors.version?.message}
          inputMode="numeric"
          maxLength={5}
          {...form.register('version')}
        />
        <DialogActions cancelLabel={adminText.cancel} submitLabel={text.fix} isBusy={isBusy} onCancel={onClose} />
      </Stack>
    </ModalDialog>
  );
};

const Report = ({ erratum }: { erratum: AdminErratum }) => {
  const { id, bookId, bookTitle, state, quote, suggestion, chapter, locator, reason, reply, reporter } = erratum;
  const queryClient = useQueryClient();
  const [dialog, setDialog] = useState<'reject' | 'fix'>();
  const deciding = useMutation({
    mutationFn: (initialValues: Decision) => call(decideErratum, { id, ...initialValues }),
    onSuccess: () => setDialog(undefined),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ADMIN_ERRATA }),
  });
  const decide = (initialValues: Decision): void => {
    if (!deciding.isPending) deciding.mutate(initialValues);
  };
  const renderAction = (label: string, onClick: () => void, kind?: 'quiet') => (
    <button
      type="button"
      className={buttonClass(kind)}
      aria-label={text.actionOn(label, quote)}
      aria-disabled={deciding.isPending}
      onClick={onClick}
    >
      {label}
    </button>
  );
  const location = chapter === '' ? '' : chapter;
  return (
    <li>
      <RecordCard isListed title={bookTitle} badge={<StateBadge tone={STATE_TONES[state]}>{text.states[state]}</StateBadge>}>
        <Facts
          items={[
            [text.was, <del key="was">{quote}</del>],
            [text.becomes, <ins key="becomes">{suggestion}</ins>],
            ...(reason === '' ? [] : [[text.why, reason] as const]),
            ...(location === '' && locator === undefined
              ? []
              : [
                  [
                    text.chapter,
                    locator === undefined ? (
                      location
                    ) : (
                      <Link key="place" to={`/course/learning/${bookId}?at=${encodeLocatorParam(locator)}`}>
                        {location === '' ? text.openPassage : location}
                      </Link>
                    ),
                  ] as const,
                ]),
            [text.version, erratum.fixedInVersion === undefined ? text.foundIn(erratum.versionNo) : text.fixedIn(erratum.fixedInVersion)],
            [text.reporter, reporter === undefined ? text.gone : `${reporter.name} ${reporter.tel}`],
            [text.at, time.format(erratum.createdAt)],
            ...(reply === '' ? [] : [[text.replyLabel, reply] as const]),
          ]}
        />
        {state === 'submitted' ? (
          <Cluster gap={12} justify="end" className={styles.actions}>
            {renderAction(text.accept, () => decide({ decision: 'accept' }))}
            {renderAction(text.duplicate, () => decide({ decision: 'duplicate' }), 'quiet')}
            {renderAction(text.reject, () => setDialog('reject'), 'quiet')}
          </Cluster>
        ) : null}
        {state === 'accepted' ? (
          <Cluster gap={12} justify="end" className={styles.actions}>
            {renderAction(text.fix, () => setDialog('fix'))}
          </Cluster>
        ) : null}
      </RecordCard>
      {dialog === 'reject' ? (
        <ReasonDialogWithDraft
          form={`reject-erratum:${id}`}
          title={text.actionOn(text.reject, quote)}
          lead={text.rejectLead}
          label={text.rejectReason}
          needText={text.rejectNeeded}
          maxLength={LIMITS.operatorReasonChars}
          confirmLabel={text.reject}
          cancelLabel={adminText.cancel}
          isBusy={deciding.isPending}
          onConfirm={(text) => deciding.mutateAsync({ decision: 'reject', reply: text })}
          onClose={() => setDialog(undefined)}
        />
      ) : null}
      {dialog === 'fix' ? (
        <FixDialog
          erratum={erratum}
          isBusy={deciding.isPending}
          onFix={(fixedInVersion) => decide({ decision: 'fix', fixedInVersion })}
          onClose={() => setDialog(undefined)}
        />
      ) : null}
    </li>
  );
};

export const AdminErrata = () => (
  <StateList
    name="state"
    states={erratumState.options}
    first="submitted"
    labels={text.states}
    queryOf={adminErrataQuery}
    what={text.adminTitle}
    filtersLabel={text.filters}
    empty={{ title: text.nothing, hint: text.nothingHint }}
  >
    {(errata) => (
      <Stack as="ul" gap={16} className={styles.records}>
        {errata.map((erratum) => (
          <Report key={erratum.id} erratum={erratum} />
        ))}
      </Stack>
    )}
  </StateList>
);
