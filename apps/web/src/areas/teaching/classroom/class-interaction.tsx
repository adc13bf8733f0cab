/** The tab of a class for what happens in the lesson: attendance and polls, and the questions in the book. */
import type { ClassGroup } from '@shufang/contract';
import { AttendanceSection } from './attendance-section.tsx';
import { ClassThreads } from './class-threads.tsx';
import { PollSection } from './poll-section.tsx';
import { useClassroomChanges } from './use-classroom-changes.ts';

export const ClassInteraction = ({ group }: { group: ClassGroup }) => {
  useClassroomChanges();
  return (
    <>
      <AttendanceSection group={group} />
      <PollSection group={group} />
      <ClassThreads group={group} />
    </>
  );
};
