/** An assignment for a student: the rules, the start, the own attempts and their results. */
import type { Assignment, OwnAssignment } from '@shufang/contract';
import { buttonClass, Cluster, ConfirmDialog, PageHeader, Panel, Section, Stack, StateBadge, Text, TextButton } from '@shufang/ui';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { assignmentText as text } from '../../../platform/messages/zh-cn/assignment.ts';
import { AnnotationHandIn } from './annotation-hand-in.tsx';
import { AssignmentFacts } from './assignment-facts.tsx';
import { hasOneAttempt } from './assignment-fields.ts';
import { AttemptResultView } from './attempt-result.tsx';
import { DiscussionParts } from './discussion-parts.tsx';
import { ShownRubrics } from './marking/shown-rubrics.tsx';
import { ReadingProgressSection } from './reading-progress.tsx';

const Start = ({ one, own }: { one: Assignment; own: OwnAssignment }) => {
  const navigate = useNavigate();
  const [asks, setAsks] = useState(false);
  const isRunning = own.attempts.some(({ state }) => state === 'running');
  const limit = own.policy.timeLimitSeconds;
  const open = (): void => void navigate(`/assignment/${one.id}/answer`);
  if (own.refusal !== undefined && !isRunning) {
    return (
      <Text as="p" tone="soft">
        {text.refusals[own.refusal]}
      </Text>
    );
  }
  const again = own.attempts.length === 0 ? text.start : text.again;
  return (
    <div>
      <button type="button" className={buttonClass()} onClick={() => (isRunning || limit === null ? open() : setAsks(true))}>
        {isRunning ? text.resume : again}
      </button>
      {asks && limit !== null ? (
        <ConfirmDialog
          title={text.startTitle}
          confirmLabel={text.start}
          cancelLabel={text.cancel}
          onConfirm={open}
          onClose={() => setAsks(false)}
        >
          <p>{text.startLimited(limit)}</p>
        </ConfirmDialog>
      ) : null}
    </div>
  );
};

const Attempts = ({ own }: { own: OwnAssignment }) => {
  const [params, setParams] = useSearchParams();
  const shown = params.get('attempt');
  const finished = own.attempts.filter(({ state }) => state === 'handedIn');
  if (finished.length === 0) return null;
  return (
    <Section title={text.yourAttempts}>
      <Stack gap={12}>
        {own.countedMilli === undefined ? null : <p>{text.counted1(own.countedMilli, own.policy.countedAttempt)}</p>}
        <Stack as="ul" gap={12}>
          {finished.map((attempt) => (
            <Panel as="li" key={attempt.id}>
              <Cluster gap={12} align="center" justify="between">
                <div>
                  <Text as="p" weight={600}>
                    {text.attemptNo(attempt.no)}
                  </Text>
                  <Text as="p" size={14} tone="soft">
                    {text.attemptLine(attempt)}
                  </Text>
                  <Text as="p" size={14} tone="soft">
                    {attempt.score === undefined ? text.scoreHidden : text.explainScore(attempt.score)}
                  </Text>
                </div>
                <TextButton
                  tone="accent"
                  underline
                  aria-expanded={shown === attempt.id}
                  onClick={() => setParams(shown === attempt.id ? {} : { attempt: attempt.id })}
                >
                  {shown === attempt.id ? text.hideResult : text.seeResult}
                </TextButton>
              </Cluster>
            </Panel>
          ))}
        </Stack>
        {shown === null ? null : <AttemptResultView key={shown} attemptId={shown} />}
      </Stack>
    </Section>
  );
};

/** The points that a teacher has entered. */
const ExternalScore = ({ one, own }: { one: Assignment; own: OwnAssignment }) => {
  const isHidden = own.attempts.length > 0 && own.countedMilli === undefined;
  return (
    <>
      <Text as="p" tone="soft">
        {text.externalLead}
      </Text>
      <Panel>
        <Text as="p" size={14} tone="soft">
          {text.yourScore}
        </Text>
        <Text as="p" size={20} weight={600} tabular>
          {own.countedMilli === undefined
            ? isHidden
              ? text.scoreHidden
              : text.noScore
            : text.scoreOf(own.countedMilli, one.possibleMilli)}
        </Text>
      </Panel>
    </>
  );
};

export const StudentAssignment = ({ one, own }: { one: Assignment; own: OwnAssignment }) => {
  const isHandedIn = one.kind !== 'external' && !hasOneAttempt(one.kind);
  return (
    <>
      <PageHeader title={one.title} lead={one.instructions}>
        <StateBadge>{text.kinds[one.kind]}</StateBadge>
      </PageHeader>
      <Stack gap={20}>
        <Text to={`/class/${one.classId}`} as={Link} tone="accent" underline>
          {text.backToClass(one.className)}
        </Text>
        <AssignmentFacts one={one} policy={own.policy} />
        {one.kind === 'external' ? <ExternalScore one={one} own={own} /> : null}
        {isHandedIn && one.kind !== 'annotation' ? <Start one={one} own={own} /> : null}
      </Stack>
      {one.kind === 'annotation' ? <AnnotationHandIn one={one} own={own} /> : null}
      {one.kind === 'discussion' ? <DiscussionParts one={one} own={own} /> : null}
      {one.kind === 'reading' ? <ReadingProgressSection one={one} own={own} /> : null}
      {isHandedIn ? (
        <>
          <Attempts own={own} />
          <ShownRubrics one={one} />
        </>
      ) : null}
    </>
  );
};
