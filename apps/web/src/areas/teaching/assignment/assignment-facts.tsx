/** The rules of an assignment in short. */
import type { Assignment, AssignmentPolicy } from '@shufang/contract';
import { Facts } from '@shufang/ui';
import { assignmentText as text } from '../../../platform/messages/zh-cn/assignment.ts';
import { taskText } from '../../../platform/messages/zh-cn/assignment-task.ts';
import { hasOneAttempt } from './assignment-fields.ts';

/** `policy`: the one that applies to the reader of the page. */
export const AssignmentFacts = ({ one, policy }: { one: Assignment; policy: AssignmentPolicy }) =>
  one.kind === 'external' ? <ExternalFacts one={one} policy={policy} /> : <PaperFacts one={one} policy={policy} />;

const ExternalFacts = ({ one, policy }: { one: Assignment; policy: AssignmentPolicy }) => (
  <Facts
    items={[
      ...(policy.dueAt === null ? [] : [[text.externalFacts.window, text.at(policy.dueAt)] as const]),
      [text.externalFacts.points, text.pointsOfAll(one.possibleMilli)],
      [text.externalFacts.release, text.externalRelease(one.release.score)],
    ]}
  />
);

const PaperFacts = ({ one, policy }: { one: Assignment; policy: AssignmentPolicy }) => (
  <Facts
    items={[
      [text.facts.window, text.windowOf(policy)],
      ...(one.task === undefined ? [[text.facts.limit, text.limitOf(policy.timeLimitSeconds)] as const] : []),
      ...(one.task === undefined ? [] : [[taskText.what, taskText.describe(one.task)] as const]),
      ...(hasOneAttempt(one.kind) ? [] : [[text.facts.attempts, text.attemptsOf(policy)] as const]),
      one.task === undefined
        ? [text.facts.questions, text.questionsOf(one)]
        : [text.externalFacts.points, text.pointsOfAll(one.possibleMilli)],
      [text.facts.late, text.lateOf(policy)],
      one.task === undefined
        ? [text.facts.release, text.releaseOf(one.release)]
        : [text.externalFacts.release, text.scoreReleaseOf(one.release)],
    ]}
  />
);
