/** How an application stands, what to do about it, and the form where there is something to fill in. */
import type { AuthorStanding, TeacherStanding } from '@shufang/contract';
import { buttonClass, RecordCard, StateBadge } from '@shufang/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { chineseDates } from '../../platform/chinese-dates.ts';
import { applicationText as text } from '../../platform/messages/zh-cn/application.ts';
import styles from './application.module.css';
import { ApplicationForm } from './application-form.tsx';
import { WaysAtOnce } from './ways-at-once.tsx';

const day = chineseDates({ dateStyle: 'long' });

const TONES = { none: 'plain', pending: 'wait', approved: 'good', rejected: 'stop', expired: 'stop', revoked: 'stop' } as const;

const sentenceOf = ({ state, validUntil, reviewDays, vouchers }: TeacherStanding | AuthorStanding, prompt: string): string => {
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

interface StandingCardProps {
  readonly kind: 'teacher' | 'author';
  readonly standing: TeacherStanding | AuthorStanding;
  /** What stands where nothing was sent yet. */
  readonly prompt: string;
  /** A scanned code of a teachers' guide. */
  readonly initialCode?: string;
}

export const StandingCard = ({ kind, standing, prompt, initialCode = '' }: StandingCardProps) => {
  const queryClient = useQueryClient();
  const [isEditing, setEditing] = useState(false);
  const { state, maySubmit } = standing;
  // What waits or counts is changed by a button; else there is nothing but the form.
  const isQuiet = state === 'pending' || state === 'approved';
  const showsForm = maySubmit && (!isQuiet || isEditing);
  const showsWays = standing.waysAtOnce.length > 0 && (state !== 'approved' || isEditing);
  const sentence = <p>{sentenceOf(standing, prompt)}</p>;
  // What to send and how long it takes is about the papers, which come second then.
  const isPromptLater = showsWays && state === 'none';
  const refresh = (): void => {
    setEditing(false);
    void queryClient.invalidateQueries({ queryKey: ['application', kind] });
  };
  const submitLabel = state === 'none' ? text.submit : state === 'pending' ? text.update : text.resubmit;
  return (
    <RecordCard title={text.kinds[kind]} mark={<StateBadge tone={TONES[state]}>{text.states[state]}</StateBadge>}>
      {isPromptLater ? null : sentence}
      {standing.answer === '' ? null : (
        <p className={styles.answer}>
          <span className={styles.answerName}>{text.answer}</span>
          {standing.answer}
        </p>
      )}
      <p className={styles.times}>
        {standing.submittedAt === undefined ? null : <span>{text.submittedAt(day.format(standing.submittedAt))}</span>}
        {standing.decidedAt === undefined ? null : <span>{text.decidedAt(day.format(standing.decidedAt))}</span>}
      </p>
      {isQuiet && maySubmit && !isEditing ? (
        <p className={styles.actions}>
          <button type="button" className={buttonClass('quiet')} onClick={() => setEditing(true)}>
            {state === 'approved' ? text.renew : text.change}
          </button>
        </p>
      ) : null}
      {showsWays ? <WaysAtOnce key={`ways-${state}`} ways={standing.waysAtOnce} initialCode={initialCode} onApproved={refresh} /> : null}
      {showsWays && showsForm ? <h3 className={styles.papersTitle}>{text.papersTitle}</h3> : null}
      {isPromptLater ? sentence : null}
      {showsForm ? (
        <ApplicationForm
          key={`${state}-${standing.decidedAt ?? 0}`}
          kind={kind}
          standing={standing}
          submitLabel={submitLabel}
          onSent={refresh}
          onCancel={isEditing ? () => setEditing(false) : undefined}
        />
      ) : null}
    </RecordCard>
  );
};
