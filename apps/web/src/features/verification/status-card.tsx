/** The status of an application, the next step, and the form if one is needed. */
import type { AuthorApplicationStatus, TeacherApplicationStatus } from '@shufang/contract';
import { buttonClass, Cluster, RecordCard, StateBadge, Text } from '@shufang/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { chineseDates } from '../../platform/chinese-dates.ts';
import { applicationText as text } from '../../platform/messages/zh-cn/application.ts';
import styles from './application.module.css';
import { ApplicationForm } from './application-form.tsx';
import { InstantVerification } from './instant-verification.tsx';

const day = chineseDates({ dateStyle: 'long' });

const TONES = { none: 'plain', pending: 'wait', approved: 'good', rejected: 'stop', expired: 'stop', revoked: 'stop' } as const;

const sentenceOf = (
  { state, validUntil, reviewDays, vouchers }: TeacherApplicationStatus | AuthorApplicationStatus,
  prompt: string,
): string => {
  const until = validUntil === undefined ? '' : day.format(validUntil);
  const still = until === '' ? '' : text.stillValid(until);
  return {
    none: vouchers.length > 0 ? text.vouchedPrompt : prompt + text.reviewDays(reviewDays),
    pending: text.pendingText(reviewDays) + still,
    approved: until === '' ? '' : text.approvedText(until),
    rejected: text.rejectedText + still,
    expired: text.expiredText,
    revoked: text.revokedText,
  }[state];
};

interface StatusCardProps {
  readonly kind: 'teacher' | 'author';
  readonly status: TeacherApplicationStatus | AuthorApplicationStatus;
  /** Text that is shown as long as no application was submitted. */
  readonly prompt: string;
  /** Teacher code from a scanned URL; absent if none was scanned. */
  readonly initialCode?: string;
}

export const BookStatusCard = ({ kind, status, prompt, initialCode = '' }: StatusCardProps) => {
  const queryClient = useQueryClient();
  const [isEditing, setEditing] = useState(false);
  const { state, maySubmit } = status;
  // For a pending or approved application, the form appears only after the user has pressed a button to change it.
  const isQuiet = state === 'pending' || state === 'approved';
  const showsForm = maySubmit && (!isQuiet || isEditing);
  const showsWays = status.waysAtOnce.length > 0 && (state !== 'approved' || isEditing);
  const sentence = <p>{sentenceOf(status, prompt)}</p>;
  // The text about documents comes after the methods that need no documents.
  const isPromptLater = showsWays && state === 'none';
  const refresh = (): void => {
    setEditing(false);
    void queryClient.invalidateQueries({ queryKey: ['application', kind] });
  };
  const submitLabel = state === 'none' ? text.submit : state === 'pending' ? text.update : text.resubmit;
  return (
    <RecordCard title={text.kinds[kind]} badge={<StateBadge tone={TONES[state]}>{text.states[state]}</StateBadge>}>
      {isPromptLater ? null : sentence}
      {status.reply === '' ? null : (
        <Text as="p" marginTop={12} whiteSpace="pre-line" className={styles.reply} data-state={state}>
          <span className={styles.replyName}>{text.reply}</span>
          {status.reply}
        </Text>
      )}
      <p className={styles.times}>
        {status.submittedAt === undefined ? null : <span>{text.submittedAt(day.format(status.submittedAt))}</span>}
        {status.decidedAt === undefined ? null : <span>{text.decidedAt(day.format(status.decidedAt))}</span>}
      </p>
      {isQuiet && maySubmit && !isEditing ? (
        <Cluster as="p" gap={12} className={styles.actions}>
          <button type="button" className={buttonClass('quiet')} onClick={() => setEditing(true)}>
            {state === 'approved' ? text.renew : text.change}
          </button>
        </Cluster>
      ) : null}
      {showsWays ? (
        <InstantVerification key={`ways-${state}`} methods={status.waysAtOnce} initialCode={initialCode} onApproved={refresh} />
      ) : null}
      {showsWays && showsForm ? (
        <Text as="h3" size={16} weight={600} marginTop={24} className={styles.papersTitle}>
          {text.papersTitle}
        </Text>
      ) : null}
      {isPromptLater ? sentence : null}
      {showsForm ? (
        <ApplicationForm
          key={`${state}-${status.decidedAt ?? 0}`}
          kind={kind}
          status={status}
          submitLabel={submitLabel}
          onSent={refresh}
          onCancel={isEditing ? () => setEditing(false) : undefined}
        />
      ) : null}
    </RecordCard>
  );
};
