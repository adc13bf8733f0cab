/** Registers the operations of attendance and polls. */
import { register } from '../../platform/http/register.ts';
import type { Router } from '../../platform/http/router.ts';
import { castVote } from './cast-vote.ts';
import { checkIn } from './check-in.ts';
import type { ClassroomDependencies } from './classroom-dependencies.ts';
import { closeAttendance } from './close-attendance.ts';
import { createPoll } from './create-poll.ts';
import { deletePoll } from './delete-poll.ts';
import { exportAttendance } from './export-attendance.ts';
import { getAttendance } from './get-attendance.ts';
import { getAttendanceCode } from './get-attendance-code.ts';
import { getPoll } from './get-poll.ts';
import { listAttendances } from './list-attendances.ts';
import { listPolls } from './list-polls.ts';
import { openAttendance } from './open-attendance.ts';
import { setAttendance } from './set-attendance.ts';
import { setPollState } from './set-poll-state.ts';

export const registerClassroomRoutes = (router: Router, dependencies: ClassroomDependencies): void =>
  register(router, dependencies, {
    openAttendance,
    listAttendances,
    getAttendance,
    getAttendanceCode,
    checkIn,
    setAttendance,
    closeAttendance,
    exportAttendance,
    createPoll,
    listPolls,
    getPoll,
    setPollState,
    castVote,
    deletePoll,
  });
