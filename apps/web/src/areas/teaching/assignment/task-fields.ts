/** The fields of the task of an assignment without a paper, and the task that follows from them. */
import { type AssignmentTask, assignmentKind, type HandedFileKind, LIMITS } from '@shufang/contract';
import { z } from 'zod';
import { annotationTaskText } from '../../../platform/messages/zh-cn/assignment-annotation.ts';
import { topicText } from '../../../platform/messages/zh-cn/assignment-discussion.ts';
import { taskText as text } from '../../../platform/messages/zh-cn/assignment-task.ts';

const isCountUpTo = (typed: string, most: number): boolean => /^\d{1,4}$/.test(typed.trim()) && Number(typed) <= most;
const isNumber = (typed: string, most: number): boolean => /^[1-9]\d{0,4}$/.test(typed.trim()) && Number(typed) <= most;

/** The fields as members of the form of an assignment. */
export const taskFieldShape = {
  acceptsPictures: z.boolean(),
  acceptsPdf: z.boolean(),
  acceptsWord: z.boolean(),
  /** The chosen chapters with the minutes as typed, which only a reading assignment has. */
  chapters: z.array(z.object({ href: z.string(), title: z.string(), minutes: z.string() })),
  annotationsMin: z
    .string()
    .refine((typed) => isNumber(typed, LIMITS.annotationTaskMax), annotationTaskText.numberWrong(1, LIMITS.annotationTaskMax)),
  noteCharsMin: z
    .string()
    .refine((typed) => isCountUpTo(typed, LIMITS.annotationTaskCharsMax), annotationTaskText.numberWrong(0, LIMITS.annotationTaskCharsMax)),
  postsMin: z.string().refine((typed) => isNumber(typed, LIMITS.discussionPostsMax), topicText.numberWrong(1, LIMITS.discussionPostsMax)),
  repliesMin: z
    .string()
    .refine((typed) => isCountUpTo(typed, LIMITS.discussionRepliesMax), topicText.numberWrong(0, LIMITS.discussionRepliesMax)),
  filesMax: z.string().refine((typed) => isNumber(typed, LIMITS.handedFilesMax), text.filesMaxWrong(LIMITS.handedFilesMax)),
};

const taskFields = z.object({ kind: assignmentKind, ...taskFieldShape });
type TaskFields = z.output<typeof taskFields>;

/** Returns whether at least one kind of files is accepted, if files are handed in. */
export const areFilesValid = ({ kind, acceptsPictures, acceptsPdf, acceptsWord }: TaskFields): boolean =>
  kind !== 'upload' || acceptsPictures || acceptsPdf || acceptsWord;

/** Returns whether chapters are chosen, if something is to be annotated. */
export const areAnnotatedChaptersValid = ({ kind, chapters }: TaskFields): boolean => kind !== 'annotation' || chapters.length > 0;

/** Returns whether chapters are chosen, each with its minutes, if something is to be read. */
export const areChaptersValid = ({ kind, chapters }: TaskFields): boolean =>
  kind !== 'reading' || (chapters.length > 0 && chapters.every(({ minutes }) => isNumber(minutes, LIMITS.readingTaskMinutesMax)));

const fileFieldsOf = ({ accepts, filesMax }: { readonly accepts: readonly HandedFileKind[]; readonly filesMax: number }) => ({
  acceptsPictures: accepts.includes('picture'),
  acceptsPdf: accepts.includes('pdf'),
  acceptsWord: accepts.includes('word'),
  filesMax: String(filesMax),
});

const chapterFieldsOf = (task: AssignmentTask | undefined): TaskFields['chapters'] => {
  if (task?.kind === 'reading')
    return task.chapters.map(({ href, title, seconds }) => ({ href, title, minutes: String(Math.ceil(seconds / 60)) }));
  return task?.kind === 'annotation' ? task.chapters.map((chapter) => ({ ...chapter, minutes: '1' })) : [];
};

/** Returns the fields of a task, or those of a new one. */
export const taskFieldsOf = (task: AssignmentTask | undefined): Omit<TaskFields, 'kind'> => ({
  ...fileFieldsOf(task?.kind === 'upload' ? task : { accepts: ['picture', 'pdf'], filesMax: 10 }),
  annotationsMin: task?.kind === 'annotation' ? String(task.annotationsMin) : '5',
  noteCharsMin: task?.kind === 'annotation' ? String(task.noteCharsMin) : '20',
  postsMin: task?.kind === 'discussion' ? String(task.postsMin) : '1',
  repliesMin: task?.kind === 'discussion' ? String(task.repliesMin) : '2',
  chapters: chapterFieldsOf(task),
});

/** Returns the task of the form; undefined for kinds without one. */
export const taskOf = (fields: TaskFields): AssignmentTask | undefined => {
  if (fields.kind === 'reading') {
    const chapters = fields.chapters.map(({ href, title, minutes }) => ({ href, title, seconds: Number(minutes) * 60 }));
    return { kind: 'reading', chapters };
  }
  if (fields.kind === 'annotation') {
    const chapters = fields.chapters.map(({ href, title }) => ({ href, title }));
    const { annotationsMin, noteCharsMin } = fields;
    return { kind: 'annotation', chapters, annotationsMin: Number(annotationsMin), noteCharsMin: Number(noteCharsMin) };
  }
  if (fields.kind === 'discussion') return { kind: 'discussion', postsMin: Number(fields.postsMin), repliesMin: Number(fields.repliesMin) };
  if (fields.kind !== 'upload') return undefined;
  const accepts: HandedFileKind[] = [
    ...(fields.acceptsPictures ? (['picture'] as const) : []),
    ...(fields.acceptsPdf ? (['pdf'] as const) : []),
    ...(fields.acceptsWord ? (['word'] as const) : []),
  ];
  return { kind: 'upload', accepts, filesMax: Number(fields.filesMax) };
};
