/** Server queries of classes, with their query keys. */
import {
  findClassByCode,
  getClass,
  getClassPlan,
  listAnnotationTasks,
  listAnnouncements,
  listClasses,
  listClassMembers,
  listClassProgress,
  listClassRoster,
  listCoTeachers,
  listMyAssignments,
  listPlannedChapters,
  listReadingTasks,
  listTeachingWork,
  type MemberStatus,
} from '@shufang/contract';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api/client.ts';
import { recordPagesQuery } from '../../platform/records/record-pages-query.ts';

/** `userId` is part of the keys, so that another user of this device does not see the data. */
export const classesQuery = (userId: string | undefined) =>
  queryOptions({
    queryKey: ['class', 'list', userId],
    queryFn: ({ signal }) => call(listClasses, {}, { signal }),
    staleTime: 0,
    enabled: userId !== undefined,
    meta: { claims: true },
  });

export const classQuery = (userId: string | undefined, id: string) =>
  queryOptions({
    queryKey: ['class', 'one', userId, id],
    queryFn: ({ signal }) => call(getClass, { id }, { signal }),
    staleTime: 0,
    retry: false,
    enabled: userId !== undefined,
    meta: { claims: true },
  });

export const classMembersQuery = (userId: string | undefined, classId: string, status: MemberStatus) =>
  recordPagesQuery(['class', 'members', userId, classId, status], (from, signal) =>
    call(listClassMembers, { classId, status, ...from }, { signal }),
  );

export const announcementsQuery = (userId: string | undefined, classId: string) =>
  recordPagesQuery(['class', 'announcements', userId, classId], (from, signal) =>
    call(listAnnouncements, { classId, ...from }, { signal }),
  );

export const classPlanQuery = (userId: string | undefined, classId: string) =>
  queryOptions({
    queryKey: ['class', 'plan', userId, classId],
    queryFn: ({ signal }) => call(getClassPlan, { classId }, { signal }),
    staleTime: 0,
    enabled: userId !== undefined,
    meta: { claims: true },
  });

export const classProgressQuery = (userId: string | undefined, classId: string) =>
  recordPagesQuery(['class', 'progress', userId, classId], (from, signal) => call(listClassProgress, { classId, ...from }, { signal }));

/** Planned chapters of all classes of the user. */
export const plannedChaptersQuery = (userId: string | undefined) =>
  queryOptions({
    queryKey: ['class', 'planned', userId],
    queryFn: ({ signal }) => call(listPlannedChapters, {}, { signal }),
    enabled: userId !== undefined,
    // Without a network the pages are shown without the plans of classes.
    meta: { claims: true },
  });

/** Assignments of all classes that wait for the user as a student. */
export const myAssignmentsQuery = (userId: string | undefined) =>
  queryOptions({
    queryKey: ['assignment', 'mine', userId],
    queryFn: ({ signal }) => call(listMyAssignments, {}, { signal }),
    staleTime: 0,
    enabled: userId !== undefined,
    // Without a network the pages are shown without them.
    meta: { claims: true },
  });

/** What waits for the user in the classes that the user teaches. */
export const teachingWorkQuery = (userId: string | undefined) =>
  queryOptions({
    queryKey: ['class', 'work', userId],
    queryFn: ({ signal }) => call(listTeachingWork, {}, { signal }),
    staleTime: 0,
    enabled: userId !== undefined,
    // Without a network the pages are shown without it.
    meta: { claims: true },
  });

/** Open reading assignments of the user in a book, with the progress. */
export const readingTasksQuery = (userId: string | undefined, bookId: string) =>
  queryOptions({
    queryKey: ['assignment', 'reading', userId, bookId],
    queryFn: ({ signal }) => call(listReadingTasks, { bookId }, { signal }),
    enabled: userId !== undefined,
    // Without a network the table of contents is shown without them.
    meta: { claims: true },
  });

/** Annotation assignments in a book for which the user can hand in now. */
export const annotationTasksQuery = (userId: string | undefined, bookId: string) =>
  queryOptions({
    queryKey: ['assignment', 'annotation', userId, bookId],
    queryFn: ({ signal }) => call(listAnnotationTasks, { bookId }, { signal }),
    enabled: userId !== undefined,
    staleTime: 0,
    // Without a network the notes are shown without them.
    meta: { claims: true },
  });

export const coTeachersQuery = (userId: string | undefined, classId: string) =>
  queryOptions({
    queryKey: ['class', 'coTeachers', userId, classId],
    queryFn: ({ signal }) => call(listCoTeachers, { classId }, { signal }),
    staleTime: 0,
    enabled: userId !== undefined,
    meta: { claims: true },
  });

export const classRosterQuery = (userId: string | undefined, classId: string) =>
  queryOptions({
    queryKey: ['class', 'roster', userId, classId],
    queryFn: ({ signal }) => call(listClassRoster, { classId }, { signal }),
    staleTime: 0,
    enabled: userId !== undefined,
    meta: { claims: true },
  });

export const invitationQuery = (code: string) =>
  queryOptions({
    queryKey: ['class', 'invitation', code],
    queryFn: ({ signal }) => call(findClassByCode, { code }, { signal }),
    staleTime: 0,
    retry: false,
    enabled: code !== '',
    meta: { claims: true },
  });

/** Invalidates every query of classes. Call it after a membership or a class has changed. */
export const refreshClasses = (queryClient: QueryClient): Promise<void> => queryClient.invalidateQueries({ queryKey: ['class'] });
