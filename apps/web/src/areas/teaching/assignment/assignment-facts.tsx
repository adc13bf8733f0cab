/** The rules of an assignment in short. */
import type { Assignment, AssignmentPolicy } from '@shufang/contract';
import { Facts } from '@shufang/ui';
import { assignmentText as text } from '../../../platform/messages/zh-cn/assignment.ts';

/** `policy`: the one that applies to the reader of the page. */
export const AssignmentFacts = ({ one, policy }: { one: Assignment; policy: AssignmentPolicy }) => (
  <Facts
    items={[
      [text.facts.window, text.windowOf(policy)],
      [text.facts.limit, text.limitOf(policy.timeLimitSeconds)],
      [text.facts.attempts, text.attemptsOf(policy)],
      [text.facts.questions, text.questionsOf(one)],
      [text.facts.late, text.lateOf(policy)],
      [text.facts.release, text.releaseOf(one.release)],
    ]}
  />
);
