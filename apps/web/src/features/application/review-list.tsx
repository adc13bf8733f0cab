/** Applications for those who decide about them: what was said, the papers, and a decision with a reason for each field. */
import {
  type ApplicationKind,
  type ApplicationRecord,
  type AuthorField,
  decideApplication,
  LIMITS,
  revokeApplication,
  type TeacherField,
} from '@shufang/contract';
import { buttonClass, DialogActions, Facts, ModalDialog, RecordCard, StateBadge, TextAreaField } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { call } from '../../platform/api/client.ts';
import { ignoreTheReported } from '../../platform/api/ignore-the-reported.ts';
import { chineseDates } from '../../platform/chinese-dates.ts';
import { applicationText as text } from '../../platform/messages/zh-cn/application.ts';
import { deskText } from '../../platform/messages/zh-cn/desk.ts';
import { ChoiceField } from '../../platform/records/choice-field.tsx';
import { KeptReasonDialog } from '../../platform/records/kept-reason-dialog.tsx';
import { StateList } from '../../platform/records/state-list.tsx';
import { useAddressFilters } from '../../platform/records/use-address-filters.ts';
import { useTyped } from '../../platform/storage/use-typed.ts';
import styles from './application.module.css';
import { fetchProof } from './fetch-proof.ts';
import { applicationsQuery, type ReviewState } from './queries.ts';

const time = chineseDates({ dateStyle: 'medium', timeStyle: 'short' });
const KINDS = ['teacher', 'author'] as const;
const STATES: readonly ReviewState[] = ['pending', 'approved', 'rejected', 'revoked'];
const FIELDS: Readonly<Record<ApplicationKind, readonly (TeacherField | AuthorField)[]>> = {
  teacher: ['realName', 'institution', 'department', 'title', 'subjects', 'proofs'],
  author: ['realName', 'institution', 'title', 'bookTitle', 'about', 'proofs'],
};
const labelOf = (kind: ApplicationKind, field: TeacherField | AuthorField): string =>
  kind === 'author' && field === 'institution' ? text.authorInstitution : text.fields[field];

/** Who never sent a form is known by the name of the account. */
const nameOf = ({ form, applicant }: ApplicationRecord): string => form?.realName ?? applicant.name;

const useDecision = () => {
  const queryClient = useQueryClient();
  // What somebody else decided meanwhile is seen at once.
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
  readonly onReject: (given: { fieldReasons: Record<string, string>; answer: string }) => Promise<unknown>;
  readonly onClose: () => void;
}

const RejectDialog = ({ application, isBusy, onReject, onClose }: RejectDialogProps) => {
  const fields = FIELDS[application.kind];
  const typed = useTyped<string>(
    `reject-application:${application.id}`,
    Object.fromEntries([...fields, 'answer'].map((name) => [name, ''])),
  );
  const { answer = '', ...reasons } = typed.values;
  const [isMissing, setMissing] = useState(false);
  const handleSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    const fieldReasons = Object.fromEntries(Object.entries(reasons).filter(([, reason]) => reason.trim() !== ''));
    if (answer.trim() === '' && Object.keys(fieldReasons).length === 0) setMissing(true);
    else if (!isBusy) void onReject({ fieldReasons, answer: answer.trim() }).then(() => typed.drop(), ignoreTheReported);
  };
  return (
    <ModalDialog title={text.rejectTitle(nameOf(application))} onClose={onClose}>
      <form className={styles.dialog} noValidate onSubmit={handleSubmit}>
        <p>{text.rejectLead}</p>
        {fields.map((field) => (
          <TextAreaField
            key={field}
            label={text.reasonFor(labelOf(application.kind, field))}
            rows={1}
            maxLength={LIMITS.operatorReasonChars}
            value={reasons[field] ?? ''}
            onChange={(value) => typed.type(field, value)}
          />
        ))}
        <TextAreaField
          label={text.wholeAnswer}
          fault={isMissing ? text.rejectNeeds : undefined}
          rows={2}
          maxLength={LIMITS.operatorReasonChars}
          value={answer}
          onChange={(value) => typed.type('answer', value)}
        />
        <DialogActions cancelLabel={deskText.cancel} submitLabel={text.confirmReject} isBusy={isBusy} onCancel={onClose} />
      </form>
    </ModalDialog>
  );
};

const wordsOf = (value: unknown): string => (Array.isArray(value) ? value.join('、') : typeof value === 'string' ? value : '');

/** What institutions say of the applicant: what an editor would otherwise ask them for. */
const Words = ({ words }: Pick<ApplicationRecord, 'words'>) =>
  words.length === 0 ? (
    text.noWords
  ) : (
    <ul className={styles.words}>
      {words.map((word) => (
        <li key={`${word.via} ${word.institution}`}>
          <StateBadge tone={word.isProven && word.isTeaching && word.fitsInstitution && word.fitsName && word.isRecent ? 'good' : 'plain'}>
            {text.wordFrom(word)}
          </StateBadge>
          {text.wordOf(word)}
        </li>
      ))}
    </ul>
  );

const Application = ({ application }: { application: ApplicationRecord }) => {
  const { id, kind, state, submittedAt, form, words, proofs, applicant, answer, fieldReasons, decidedAt } = application;
  const [dialog, setDialog] = useState<'reject' | 'revoke'>();
  const { deciding, revoking } = useDecision();
  const name = nameOf(application);
  const said = FIELDS[kind].flatMap((field): [string, string][] =>
    field === 'proofs' || form === undefined ? [] : [[labelOf(kind, field), wordsOf((form as Record<string, unknown>)[field])]],
  );
  const reasons = Object.entries(fieldReasons).map(([field, reason]): [string, string] => [
    text.reasonFor(labelOf(kind, field as TeacherField)),
    reason,
  ]);
  return (
    <li>
      <RecordCard title={name} mark={<StateBadge tone={state === 'pending' ? 'wait' : 'plain'}>{text.kinds[kind]}</StateBadge>}>
        <div className={styles.review}>
          <Facts
            items={[
              [text.applicant, `${applicant.name} ${applicant.tel}`],
              ...said,
              ...(form === undefined
                ? [[text.form, text.noForm] as const]
                : [
                    [
                      text.proofs,
                      proofs.length === 0 ? (
                        text.noProofs
                      ) : (
                        <span className={styles.proofButtons}>
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
                        </span>
                      ),
                    ] as const,
                  ]),
              ...(kind === 'teacher' && state === 'pending' ? [[text.institutionWords, <Words key="words" words={words} />] as const] : []),
              ...reasons,
              ...(answer === '' ? [] : [[text.answer, answer] as const]),
            ]}
          />
          <p className={styles.times}>
            <span>{text.submittedAt(time.format(submittedAt))}</span>
            {decidedAt === undefined ? null : <span>{text.decidedAt(time.format(decidedAt))}</span>}
          </p>
          {state === 'pending' ? (
            <div className={styles.actions}>
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
            </div>
          ) : null}
          {state === 'approved' ? (
            <div className={styles.actions}>
              <button
                type="button"
                className={buttonClass('quiet')}
                aria-label={text.revokeLabel(name)}
                onClick={() => setDialog('revoke')}
              >
                {text.revoke}
              </button>
            </div>
          ) : null}
        </div>
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
        <KeptReasonDialog
          form={`revoke:${id}`}
          title={text.revokeLabel(name)}
          lead={text.revokeLead}
          label={text.revokeReason}
          needText={deskText.reasonNeeded}
          maxLength={LIMITS.operatorReasonChars}
          confirmLabel={text.revoke}
          cancelLabel={deskText.cancel}
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
  const { valueOf, change } = useAddressFilters();
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
        <ul className={styles.review}>
          {items.map((application) => (
            <Application key={application.id} application={application} />
          ))}
        </ul>
      )}
    </StateList>
  );
};
