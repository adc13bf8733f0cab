/** A discussion assignment for a student: how far it is, the score with the comment, and the topic. */
import type { Assignment, OwnAssignment } from '@shufang/contract';
import { Cluster, Section, Stack, StateBadge, Text, TextButton } from '@shufang/ui';
import { useState } from 'react';
import { TopicDiscussion } from '../../../features/discussion/topic-discussion.tsx';
import { assignmentText } from '../../../platform/messages/zh-cn/assignment.ts';
import { topicText as text } from '../../../platform/messages/zh-cn/assignment-discussion.ts';
import { AttemptResultView } from './attempt-result.tsx';
import { ShownRubrics } from './marking/shown-rubrics.tsx';

export const DiscussionParts = ({ one, own }: { one: Assignment; own: OwnAssignment }) => {
  const [isOpen, setOpen] = useState(false);
  const { discussion } = own;
  const [attempt] = own.attempts;
  if (one.task?.kind !== 'discussion' || discussion === undefined) return null;
  return (
    <>
      <Section title={text.progressTitle}>
        <Stack gap={12}>
          <Cluster gap={12} align="center" role="status">
            <span>{text.progressOf(discussion)}</span>
            <StateBadge tone={discussion.isMet ? 'good' : 'wait'}>{discussion.isMet ? text.met : text.notMet}</StateBadge>
          </Cluster>
          <p>{text.asked(one.task)}</p>
          <Text as="p" size={14} tone="soft">
            {text.lead}
          </Text>
          {attempt?.score === undefined ? null : <p>{assignmentText.explainScore(attempt.score)}</p>}
          {attempt === undefined ? null : (
            <p>
              <TextButton tone="accent" underline aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
                {isOpen ? assignmentText.hideResult : text.seeComment}
              </TextButton>
            </p>
          )}
          {attempt !== undefined && isOpen ? <AttemptResultView attemptId={attempt.id} /> : null}
        </Stack>
      </Section>
      <TopicDiscussion topicId={one.id} />
      <ShownRubrics one={one} />
    </>
  );
};
