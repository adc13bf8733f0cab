/** Everything that waits for the user in classes: work of teachers, assignments and planned chapters. Nothing if nothing waits. */
import { ClassTasks } from './class-tasks.tsx';
import { MyAssignments, TeachingTasks } from './class-work.tsx';

export const WaitingInClasses = ({ userId }: { userId: string }) => (
  <>
    <TeachingTasks userId={userId} />
    <MyAssignments userId={userId} />
    <ClassTasks userId={userId} />
  </>
);
