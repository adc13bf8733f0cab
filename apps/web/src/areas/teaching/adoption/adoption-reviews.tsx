/** The three approvals of an adoption list: who decided and when, and what waits. */
import type { AdoptionLevel, AdoptionList } from '@shufang/contract';
import { Facts, Section } from '@shufang/ui';
import { adoptionText as text } from '../../../platform/messages/zh-cn/adoption.ts';

const LEVELS: readonly AdoptionLevel[] = ['section', 'department', 'school'];

/** Returns what happened on a level since the list was submitted. */
const stateOf = ({ status, nextLevel, reviews, submittedAt = 0 }: AdoptionList, level: AdoptionLevel): string => {
  if (nextLevel === level) return text.waiting;
  const last =
    status === 'draft' || status === 'withdrawn' ? undefined : reviews.findLast((one) => one.level === level && one.at >= submittedAt);
  if (last === undefined) return text.notYet;
  if (last.decision === 'return') return text.returnedBy(last.reviewer, last.at, last.remark);
  return [text.approvedBy(last.reviewer, last.at), last.remark === '' ? '' : text.remark(last.remark)]
    .filter((part) => part !== '')
    .join('；');
};

export const AdoptionReviews = ({ list }: { list: AdoptionList }) => (
  <Section title={text.approvals}>
    <Facts items={LEVELS.map((level) => [text.approvalOf(level), stateOf(list, level)] as const)} />
  </Section>
);
