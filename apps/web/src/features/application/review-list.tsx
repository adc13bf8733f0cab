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
import { buttonClass, Facts, ModalDialog, ReasonDialog, RecordCard, RecordList, SelectField, StateBadge, TextAreaField } from '@shufang/ui';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { call } from '../../platform/api/client.ts';
import { applicationText as text } from '../../platform/messages/zh-cn/application.ts';
import { deskText } from '../../platform/messages/zh-cn/desk.ts';
import { ChoiceField } from '../../platform/records/choice-field.tsx';
import { useAddressFilters } from '../../platform/records/use-address-filters.ts';
import { useRecordPages } from '../../platform/records/use-record-pages.ts';
import styles from './application.module.css';
import { fetchProof } from './fetch-proof.ts';
import { applicationsQuery, type ReviewState } from './queries.ts';

const time = new Intl.DateTimeFormat('zh-CN', { dateStyle: 'medium', timeStyle: 'short' });
const KINDS = ['teacher', 'author'] as const;
const STATES: readonly ReviewState[] = ['pending', 'approved', 'rejected', 'revoked'];
const FIELDS: Readonly<Record<ApplicationKind, readonly (TeacherField | AuthorField)[]>> = {
  teacher: ['realName', 'institution', 'department', 'title', 'subjects', 'proofs'],
  author: ['realName', 'institution', 'title', 'bookTitle', 'about', 'proofs'],
};
const labelOf = (kind: ApplicationKind, field: TeacherField | AuthorField): string =>
  kind === 'author' && field === 'institution' ? text.authorInstitution : text.fields[field];

const nameOf = ({ form }: ApplicationRecord): string => form.realName;

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
  readonly onReject: (given: { fieldReasons: Record<string, string>; answer: string }) => void;
  readonly onClose: () => void;
}

const RejectDialog = ({ application, onReject, onClose }: RejectDialogProps) => {
  const [reasons, setReasons] = useState<Readonly<Record<string, string>>>({});
  const [answer, setAnswer] = useState('');
  const [isMissing, setMissing] = useState(false);
  const handleSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    const fieldReasons = Object.fromEntries(Object.entries(reasons).filter(([, reason]) => reason.trim() !== ''));
    if (answer.trim() === '' && Object.keys(fieldReasons).length === 0) setMissing(true);
    else onReject({ fieldReasons, answer: answer.trim() });
  };
  return (
    <ModalDialog title={text.rejectTitle(nameOf(application))} onClose={onClose}>
      <form className={styles.dialog} noValidate onSubmit={handleSubmit}>
        <p>{text.rejectLead}</p>
        {FIELDS[application.kind].map((field) => (
          <TextAreaField
            key={field}
            label={text.reasonFor(labelOf(application.kind, field))}
            rows={1}
            maxLength={LIMITS.operatorReasonChars}
            value={reasons[field] ?? ''}
            onChange={(value) => setReasons((before) => ({ ...before, [field]: value }))}
          />
        ))}
        <TextAreaField
          label={text.wholeAnswer}
          fault={isMissing ? text.rejectNeeds : undefined}
          rows={2}
          maxLength={LIMITS.operatorReasonChars}
          value={answer}
          onChange={setAnswer}
        />
        <div className={styles.dialogActions}>
          <button type="button" className={buttonClass('quiet')} onClick={onClose}>
            {deskText.cancel}
          </button>
          <button type="submit" className={buttonClass()}>
            {text.confirmReject}
          </button>
        </div>
      </form>
    </ModalDialog>
  );
};

const wordsOf = (value: unknown): string => (Array.isArray(value) ? value.join('、') : typeof value === 'string' ? value : '');

const Application = ({ application }: { application: ApplicationRecord }) => {
  const { id, kind, state, submittedAt, form, proofs, applicant, answer, fieldReasons, decidedAt } = application;
  const [dialog, setDialog] = useState<'reject' | 'revoke'>();
  const { deciding, revoking } = useDecision();
  const name = nameOf(application);
  const said = FIELDS[kind].flatMap((field): [string, string][] =>
    field === 'proofs' ? [] : [[labelOf(kind, field), wordsOf((form as Record<string, unknown>)[field])]],
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
              ],
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
          onReject={(given) => {
            deciding.mutate({ id, submittedAt, decision: 'reject', ...given });
            setDialog(undefined);
          }}
          onClose={() => setDialog(undefined)}
        />
      ) : null}
      {dialog === 'revoke' ? (
        <ReasonDialog
          title={text.revokeLabel(name)}
          lead={text.revokeLead}
          label={text.revokeReason}
          needText={deskText.reasonNeeded}
          maxLength={LIMITS.operatorReasonChars}
          confirmLabel={text.revoke}
          cancelLabel={deskText.cancel}
          onConfirm={(reason) => {
            revoking.mutate({ id, reason });
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
  const state = STATES.find((one) => one === valueOf('state')) ?? 'pending';
  const kind = KINDS.find((one) => one === valueOf('kind'));
  const query = useInfiniteQuery(applicationsQuery(state, kind));
  const pages = useRecordPages(query, deskText.failed(text.queue));
  const counts = query.data?.pages[0]?.counts;
  const stateLabel = (one: ReviewState): string => {
    const name = one === 'pending' ? text.waits : text.states[one];
    return deskText.counted(name, counts?.[one]);
  };
  return (
    <RecordList
      pages={pages}
      filters={{
        label: text.queueFilters,
        fields: (
          <>
            <SelectField
              label={deskText.state}
              options={STATES.map((value) => ({ value, label: stateLabel(value) }))}
              value={state}
              onChange={(value) => change('state', value === 'pending' ? '' : value)}
            />
            <ChoiceField name="kind" label={text.kind} choices={KINDS} labels={text.kinds} value={kind} change={change} />
          </>
        ),
      }}
      empty={{ title: text.nothing, children: <p>{text.nothingHint}</p> }}
    >
      {(items) => (
        <ul className={styles.review}>
          {items.map((application) => (
            <Application key={application.id} application={application} />
          ))}
        </ul>
      )}
    </RecordList>
  );
};
