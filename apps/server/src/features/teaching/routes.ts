/** Registers the operations of classes. */
import { register } from '../../platform/http/register.ts';
import type { Router } from '../../platform/http/router.ts';
import { adoptNewestVersion } from './adopt-newest-version.ts';
import { copyClass } from './copy-class.ts';
import { createClass } from './create-class.ts';
import { decideClassMember } from './decide-class-member.ts';
import { deleteAnnouncement } from './delete-announcement.ts';
import { findClassByCode } from './find-class-by-code.ts';
import { getClass } from './get-class.ts';
import { getClassPlan } from './get-class-plan.ts';
import { importClassRoster } from './import-class-roster.ts';
import { joinClass } from './join-class.ts';
import { leaveClass } from './leave-class.ts';
import { listAnnouncements } from './list-announcements.ts';
import { listClassMembers } from './list-class-members.ts';
import { listClassProgress } from './list-class-progress.ts';
import { listClassRoster } from './list-class-roster.ts';
import { listClasses } from './list-classes.ts';
import { listCoTeachers } from './list-co-teachers.ts';
import { listPlannedChapters } from './list-planned-chapters.ts';
import { listTeacherMaterials } from './list-teacher-materials.ts';
import { listTeachingWork } from './list-teaching-work.ts';
import { publishAnnouncement } from './publish-announcement.ts';
import { setChapterPlan } from './set-chapter-plan.ts';
import { setClassCode } from './set-class-code.ts';
import { setClassStatus } from './set-class-status.ts';
import { setCoTeacher } from './set-co-teacher.ts';
import type { TeachingDependencies } from './teaching-dependencies.ts';
import { updateClass } from './update-class.ts';
import { updateClassMember } from './update-class-member.ts';

export const registerTeachingRoutes = (router: Router, dependencies: TeachingDependencies): void =>
  register(router, dependencies, {
    createClass,
    adoptNewestVersion,
    updateClass,
    setClassStatus,
    setClassCode,
    copyClass,
    listClasses,
    listTeachingWork,
    listTeacherMaterials,
    getClass,
    listClassMembers,
    importClassRoster,
    listClassRoster,
    decideClassMember,
    findClassByCode,
    joinClass,
    leaveClass,
    updateClassMember,
    setCoTeacher,
    listCoTeachers,
    publishAnnouncement,
    listAnnouncements,
    deleteAnnouncement,
    getClassPlan,
    setChapterPlan,
    listClassProgress,
    listPlannedChapters,
  });
