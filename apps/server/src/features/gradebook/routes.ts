/** Registers the operations of gradebooks. */
import { register } from '../../platform/http/register.ts';
import type { Router } from '../../platform/http/router.ts';
import { appealGrade } from './appeal-grade.ts';
import { explainGrade } from './explain-grade.ts';
import { exportGradebook } from './export-gradebook.ts';
import { finalizeGrades } from './finalize-grades.ts';
import { getAssignmentColumn } from './get-assignment-column.ts';
import { getGradebook } from './get-gradebook.ts';
import { getMyGrades } from './get-my-grades.ts';
import type { GradebookDependencies } from './gradebook-dependencies.ts';
import { listGradeHistory } from './list-grade-history.ts';
import { releaseGrades } from './release-grades.ts';
import { replyToGradeAppeal } from './reply-to-grade-appeal.ts';
import { saveGradeScheme } from './save-grade-scheme.ts';
import { setAssignmentColumn } from './set-assignment-column.ts';
import { setGradeCells } from './set-grade-cells.ts';

export const registerGradebookRoutes = (router: Router, dependencies: GradebookDependencies): void =>
  register(router, dependencies, {
    getGradebook,
    saveGradeScheme,
    setGradeCells,
    releaseGrades,
    getMyGrades,
    listGradeHistory,
    appealGrade,
    replyToGradeAppeal,
    finalizeGrades,
    exportGradebook,
    getAssignmentColumn,
    setAssignmentColumn,
    explainGrade,
  });
