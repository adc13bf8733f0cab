/** Admin list of the applications of teachers and authors: texts, uploaded documents, and the decision with a reason for each field. */
import {
  type ApplicationKind,
  type ApplicationRecord,
  type AuthorField,
  decideApplication,
  LIMITS,
  revokeApplication,
  type TeacherField,
} from '@shufang/contract';
import { buttonClass, Cluster, DialogActions, Facts, ModalDialog, RecordCard, Stack, StateBadge, TextAreaField } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import styles from '../../../features/verification/application.module.css';
import { applicationsQuery, type ReviewState } from '../../../features/verification/queries.ts';
import { call } from '../../../platform/api/client.ts';
import { ignoreReportedError } from '../../../platform/api/ignore-reported-error.ts';
import { chineseDates } from '../../../platform/chinese-dates.ts';
import { useForm } from '../../../platform/forms/use-form.ts';
import { adminText } from '../../../platform/messages/zh-cn/admin.ts';
import { applicationText as text } from '../../../platform/messages/zh-cn/application.ts';
import { ChoiceField } from '../../../platform/records/choice-field.tsx';
import { ReasonDialogWithDraft } from '../../../platform/records/reason-dialog-with-draft.tsx';
import { StateList } from '../../../platform/records/state-list.tsx';
import { useUrlFilters } from '../../../platform/records/use-url-filters.ts';
import { fetchProof } from './fetch-proof.ts';

const time = chineseDates({ dateStyle: 'medium', timeStyle: 'short' });
const KINDS = ['teacher', 'author'] as const;
const STATES: readonly ReviewState[] = ['pending', 'approved', 'rejected', 'revoked'];
const FIELDS: Readonly<Record<ApplicationKind, readonly (TeacherField | AuthorField)[]>> = {
  teacher: ['realName', 'institution', 'department', 'title', 'subjects', 'proofs'],
  author: ['realName', 'institution', 'title', 'bookTitle', 'about', 'proofs'],
};
const labelOf = (kind: ApplicationKind, field: TeacherField | AuthorField): string =>
  kind === 'author' && field === 'institution' ? text.authorInstitution : text.fields[field];

/** Returns the name of the applicant: the real name in the form, or the account's nickname if no form was submitted. */
const nameOf = ({ form, applicant }: ApplicationRecord): string => form?.realName ?? applicant.name;

const useDecision = () => {
  const queryClient = useQueryClient();
  // Invalidates the list after a decision, also a failed one, because another editor may have decided the application in the meantime.
  const refresh = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['application', 'review'] });
  const deciding = useMutation({
    mutationFn: (input: Parameters<typeof call<typeof decideApplication>>[1]) => call(decideApplication, input),
    onSettled: refresh,
  });
  const revoking = useMutation({
    mutationFn: (input: { id: string; reason: string }) => call(revokeApplication, input),
    onSettled: refresh,
  });
  return { deciding, revoking };
};

interface RejectDialogProps {
  readonly application: ApplicationRecord;
  readonly isBusy: boolean;
  readonly onReject: (given: { fieldReasons: Record<string, string>; reply: string }) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Schema of the form: at least one reason, of a field or of the whole application. */
const rejectionFields = z
  .record(z.string(), z.string())
  .refine((texts) => Object.values(texts).some((reason) => reason.trim() !== ''), { path: ['reply'], error: text.rejectNeeds })
  .transform(({ reply = '', ...reasons }) => ({
    fieldReasons: Object.fromEntries(Object.entries(reasons).filter(([, reason]) => reason.trim() !== '')),
    reply: reply.trim(),
  }));

const RejectDialog = ({ application, isBusy, onReject, onClose }: RejectDialogProps) => {
  const fields = FIELDS[application.kind];
  const form = useForm({
    draft: `reject-application:${application.id}`,
    initial: Object.fromEntries([...fields, 'reply'].map((name) => [name, ''])) as Record<string, string>,
    schema: rejectionFields,
  });
  const handleSubmit = form.handleSubmit((given) => {
    if (!isBusy) void onReject(given).then(() => form.dropDraft(), ignoreReportedError);
  });
  return (
    <ModalDialog title={text.rejectTitle(nameOf(application))} onClose={onClose}>
      <Stack as="form" gap={16} noValidate onSubmit={handleSubmit}>
        <p>{text.rejectLead}</p>
        {fields.map((field) => (
          <TextAreaField
            key={field}
            label={text.reasonFor(labelOf(application.kind, field))}
            rows={1}
            maxLength={LIMITS.operatorReasonChars}
            {...form.register(field, ['reply'])}
          />
        ))}
        <TextAreaField
          label={text.overallReply}
          error={form.errors['reply']?.message}
          rows={2}
          maxLength={LIMITS.operatorReasonChars}
          {...form.register('reply')}
        />
        <DialogActions cancelLabel={adminText.cancel} submitLabel={text.confirmReject} isBusy={isBusy} isDestructive onCancel={onClose} />
      </Stack>
    </ModalDialog>
  );
};

const textOf = (value: unknown): string => (Array.isArray(value) ? value.join('、') : typeof value === 'string' ? value : '');

/** Lists the affiliations that institutions assert for the applicant. */
const ApplicationTexts = ({ texts }: { texts: ApplicationRecord['affiliations'] }) =>
  texts.length === 0 ? (
    text.noAffiliations
  ) : (
    <Stack as="ul" gap={8} className={styles.text}>
      {texts.map((statement) => (
        <li key={`${statement.via} ${statement.institution}`}>
          <StateBadge
            tone={
              statement.isProven && statement.isTeaching && statement.fitsInstitution && statement.fitsName && statement.isRecent
                ? 'good'
                : 'plain'
            }
          >
            {text.affiliationFrom(statement)}
          </StateBadge>
          {text.affiliationOf(statement)}
        </li>
      ))}
    </Stack>
  );

const Application = ({ application }: { application: ApplicationRecord }) => {
  const { id, kind, state, submittedAt, form, affiliations: texts, proofs, applicant, reply, fieldReasons, decidedAt } = application;
  const [dialog, setDialog] = useState<'reject' | 'revoke'>();
  const { deciding, revoking } = useDecision();
  const name = nameOf(application);
  const entries = FIELDS[kind].flatMap((field): [string, string][] =>
    field === 'proofs' || form === undefined ? [] : [[labelOf(kind, field), textOf((form as Record<string, unknown>)[field])]],
  );
  const reasons = Object.entries(fieldReasons).map(([field, reason]): [string, string] => [
    text.reasonFor(labelOf(kind, field as TeacherField)),
    reason,
  ]);
  return (
    <li>
      <RecordCard title={name} badge={<StateBadge tone={state === 'pending' ? 'wait' : 'plain'}>{text.kinds[kind]}</StateBadge>}>
        <Stack gap={16}>
          <Facts
            items={[
              [text.applicant, `${applicant.name} ${applicant.tel}`],
              ...entries,
              ...(form === undefined
                ? [[text.form, text.noForm] as const]
                : [
                    [
                      text.proofs,
                      proofs.length === 0 ? (
                        text.noProofs
                      ) : (
                        <Cluster key="proofs" as="span" gap={8}>
                          {proofs.map((proof) => (
                            <button
                              key={proof.id}
                              type="button"
                              className={styles.link}
                              aria-label={text.openProof(proof.name)}
                              onClick={() => void fetchProof(id, proof)}
                            >
                              {proof.name}
                            </button>
                          ))}
                        </Cluster>
                      ),
                    ] as const,
                  ]),
              ...(kind === 'teacher' && state === 'pending'
                ? [[text.affiliations, <ApplicationTexts key="words" texts={texts} />] as const]
                : []),
              ...reasons,
              ...(reply === '' ? [] : [[text.reply, reply] as const]),
            ]}
          />
          <p className={styles.times}>
            <span>{text.submittedAt(time.format(submittedAt))}</span>
            {decidedAt === undefined ? null : <span>{text.decidedAt(time.format(decidedAt))}</span>}
          </p>
          {state === 'pending' ? (
            <Cluster gap={12} className={styles.actions}>
              <button
                type="button"
                className={buttonClass()}
                aria-label={text.approveLabel(name)}
                aria-disabled={deciding.isPending}
                onClick={() => {
                  if (!deciding.isPending) deciding.mutate({ id, submittedAt, decision: 'approve' });
                }}
              >
                {text.approve}
              </button>
              <button
                type="button"
                className={buttonClass('quiet')}
                aria-label={text.rejectLabel(name)}
                onClick={() => setDialog('reject')}
              >
                {text.reject}
              </button>
            </Cluster>
          ) : null}
          {state === 'approved' ? (
            <Cluster gap={12} className={styles.actions}>
              <button
                type="button"
                className={buttonClass('quietDanger')}
                aria-label={text.revokeLabel(name)}
                onClick={() => setDialog('revoke')}
              >
                {text.revoke}
              </button>
            </Cluster>
          ) : null}
        </Stack>
      </RecordCard>
      {dialog === 'reject' ? (
        <RejectDialog
          application={application}
          isBusy={deciding.isPending}
          onReject={async (given) => {
            await deciding.mutateAsync({ id, submittedAt, decision: 'reject', ...given });
            setDialog(undefined);
          }}
          onClose={() => setDialog(undefined)}
        />
      ) : null}
      {dialog === 'revoke' ? (
        <ReasonDialogWithDraft
          form={`revoke:${id}`}
          title={text.revokeLabel(name)}
          lead={text.revokeLead}
          label={text.revokeReason}
          needText={adminText.reasonNeeded}
          maxLength={LIMITS.operatorReasonChars}
          confirmLabel={text.revoke}
          isDestructive
          cancelLabel={adminText.cancel}
          isBusy={revoking.isPending}
          onConfirm={async (reason) => {
            await revoking.mutateAsync({ id, reason });
            setDialog(undefined);
          }}
          onClose={() => setDialog(undefined)}
        />
      ) : null}
    </li>
  );
};

export const ReviewList = () => {
  const { valueOf, change } = useUrlFilters();
  const kind = KINDS.find((one) => one === valueOf('kind'));
  return (
    <StateList
      name="state"
      states={STATES}
      first="pending"
      labels={{ ...text.states, pending: text.waits }}
      queryOf={(state) => applicationsQuery(state, kind)}
      what={text.queue}
      filtersLabel={text.queueFilters}
      moreFilters={<ChoiceField name="kind" label={text.kind} choices={KINDS} labels={text.kinds} value={kind} change={change} />}
      empty={{ title: text.nothing, hint: text.nothingHint }}
    >
      {(items) => (
        <Stack as="ul" gap={16}>
          {items.map((application) => (
            <Application key={application.id} application={application} />
          ))}
        </Stack>
      )}
    </StateList>
  );
};
