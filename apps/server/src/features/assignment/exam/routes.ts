/** Registers the operations of running exams. */
import { register } from '../../../platform/http/register.ts';
import type { Router } from '../../../platform/http/router.ts';
import type { AssignmentDependencies } from '../assignment-dependencies.ts';
import { acknowledgeCorrection } from './acknowledge-correction.ts';
import { correctExam } from './correct-exam.ts';
import { extendExam } from './extend-exam.ts';
import { getExamNews } from './get-exam-news.ts';
import { getExamRoom } from './get-exam-room.ts';
import { pauseExam } from './pause-exam.ts';
import { resumeExam } from './resume-exam.ts';

export const registerExamRoutes = (router: Router, dependencies: AssignmentDependencies): void =>
  register(router, dependencies, {
    pauseExam,
    resumeExam,
    extendExam,
    correctExam,
    getExamRoom,
    getExamNews,
    acknowledgeCorrection,
  });
